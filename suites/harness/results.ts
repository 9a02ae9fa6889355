import { z } from 'zod';
import { evidenceSchema } from './errors.ts';

const levelSchema = z.enum(['must', 'should', 'may']);

/** Statuses of a test, from the least to the most serious. */
export const statuses = ['disabled', 'skipped', 'passed', 'failed', 'error'] as const;

/** Verdicts and their meanings. */
export const verdicts = ['conformant', 'not conformant', 'partial', 'broken run'] as const;

const headersSchema = z.array(z.tuple([z.string(), z.string()]).readonly()).readonly();

export const exchangeSchema = z.object({
  plane: z.enum(['api', 'edge', 'git', 'objects', 'interpreter', 'worker']),
  step: z.string().nullable(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: headersSchema,
    body: z.string().nullable(),
  }),
  response: z.object({ status: z.int(), headers: headersSchema, body: z.string() }).nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
});

/** A finding about one requirement. */
export const findingSchema = z.object({
  requirement: z.string(),
  level: levelSchema,
  status: z.enum(['passed', 'failed']),
  message: z.string().nullable().describe('What happened instead; null when it passed.'),
  evidence: evidenceSchema
    .nullable()
    .describe('Evidence in addition to the message; null when there is none.'),
});

/** Requests to the target, except those of programs such as Git. */
export const requestCountsSchema = z.object({
  sent: z.int().describe('Requests of tests.'),
  clean_up: z.int().describe('Requests of the clean-up only.'),
});

export const testResultSchema = z.object({
  id: z.string(),
  suite: z.string(),
  title: z.string(),
  requirements: z.array(z.string()).readonly(),
  level: levelSchema.describe('The highest level among its requirements.'),
  status: z.enum(statuses),
  failed_level: levelSchema
    .nullable()
    .describe('The highest level among its failed findings; null when none failed.'),
  reason: z.string().nullable().describe('Why it was disabled or skipped, or what broke.'),
  findings: z.array(findingSchema).readonly(),
  exchanges: z.array(exchangeSchema).readonly(),
  leaks: z.array(z.string()).readonly().describe('Resources that could not be removed after it.'),
  duration_ms: z.number(),
  requests: requestCountsSchema,
});

export const requirementResultSchema = z.object({
  id: z.string(),
  level: levelSchema.describe('The level at which it was judged: tests can judge a MUST as less.'),
  status: z.enum(['untested', 'skipped', 'passed', 'failed']),
  tests: z.array(z.string()).readonly(),
});

/** An entry of a baseline: see `baseline.ts`. */
export const baselineEntrySchema = z.strictObject({
  test: z.string().min(1).optional(),
  requirement: z.string().min(1).optional(),
  target: z.string().min(1).optional(),
  reason: z.string().regex(/\S/, 'must say why the failure is expected'),
});

/** The comparison of a run with the expected failures of its baseline. */
export const baselineResultSchema = z.object({
  file: z.string().nullable(),
  verdict: z.enum(verdicts).describe('The verdict without the expected failures.'),
  expected: z.array(z.string()).readonly().describe('Ids of tests that failed as expected.'),
  /** Failures that no entry names, each with an entry that would. */
  unexpected_failures: z
    .array(z.object({ test: z.string(), message: z.string(), entry: baselineEntrySchema }))
    .readonly(),
  unexpected_passes: z
    .array(z.object({ entry: baselineEntrySchema, message: z.string() }))
    .readonly()
    .describe('Entries for failures that did not occur.'),
  stale: z
    .array(z.object({ entry: baselineEntrySchema, message: z.string() }))
    .readonly()
    .describe('Entries that name a test or requirement that does not exist.'),
});

const countsSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  disabled: z.int(),
  /** Tests whose failures do not count for the verdict. */
  warnings: z.int(),
  errors: z.int(),
});

/** The result of a run for one service. */
export const serviceResultSchema = z.object({
  name: z.string(),
  verdict: z
    .enum(['conformant', 'not conformant', 'partial', 'absent', 'not judged'])
    .describe(
      'The verdict of the run does not cover the last two. absent: every test of it was skipped, since the target lacks what it needs. not judged: no test of a MUST of it passed.',
    ),
  reason: z
    .string()
    .nullable()
    .describe('Why most of its tests were skipped, if it is absent; why it was not judged, or only in part.'),
  counts: countsSchema,
});

/** Name and version of the format; another version has another shape. */
export const resultsFormat = 'touchstone-results/4';

/** The result tree of one run: the source of every report, and the content of `results.json`. */
export const runResultSchema = z.object({
  format: z.literal(resultsFormat),
  run: z.string(),
  started_at: z.string(),
  duration_ms: z.number(),
  target: z.object({
    api: z.string(),
    edge: z.string().nullable(),
    zone_id: z.string().nullable(),
    zone_name: z.string().nullable(),
    features: z.array(z.string()).readonly(),
  }),
  strict: z.boolean(),
  verdict: z.enum(verdicts),
  verdict_reason: z.string().describe('Reason of the verdict, in one line.'),
  counts: countsSchema,
  services: z.array(serviceResultSchema).readonly(),
  shard: z
    .object({ index: z.int(), of: z.int() })
    .nullable()
    .describe('Part of the tests that ran; null for all selected tests.'),
  requests: requestCountsSchema,
  baseline: baselineResultSchema.nullable(),
  leaks: z.array(z.string()).readonly().describe('Resources that the run created and could not remove.'),
  tests: z.array(testResultSchema).readonly(),
  requirements: z.array(requirementResultSchema).readonly(),
});

export type Status = (typeof statuses)[number];
export type Verdict = (typeof verdicts)[number];
export type Finding = z.infer<typeof findingSchema>;
export type TestResult = z.infer<typeof testResultSchema>;
export type ServiceResult = z.infer<typeof serviceResultSchema>;
export type RequirementResult = z.infer<typeof requirementResultSchema>;
export type RunResult = z.infer<typeof runResultSchema>;
export type RequestCounts = z.infer<typeof requestCountsSchema>;
export type BaselineEntry = z.infer<typeof baselineEntrySchema>;
export type BaselineResult = z.infer<typeof baselineResultSchema>;

/** Observes a run. */
export interface Reporter {
  started?(run: { readonly run: string; readonly api: string; readonly tests: number }): void;
  /** A test begins. */
  testing?(id: string): void;
  tested?(result: TestResult): void;
  ended?(result: RunResult): void;
}
