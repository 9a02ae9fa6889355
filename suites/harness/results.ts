import { z } from 'zod';
import { evidenceSchema } from './evidence.ts';

const levelSchema = z.enum(['must', 'should', 'may']);

/** Statuses of a test, from the least to the most serious. */
export const statuses = ['disabled', 'skipped', 'passed', 'failed', 'error'] as const;

/** Verdicts and what each means for a process: design, section 5. */
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

/** What was found about one requirement, or about the contract where `requirement` is null. */
export const findingSchema = z.object({
  requirement: z.string().nullable(),
  level: levelSchema,
  status: z.enum(['passed', 'failed']),
  /** What was seen instead; null when it passed. */
  message: z.string().nullable(),
  /** What is known beside the message; null when nothing is. */
  evidence: evidenceSchema.nullable(),
});

export const testResultSchema = z.object({
  id: z.string(),
  suite: z.string(),
  title: z.string(),
  requirements: z.array(z.string()).readonly(),
  /** The highest level among its requirements. */
  level: levelSchema,
  status: z.enum(statuses),
  /** The highest level among the findings that failed; null when none did. */
  failed_level: levelSchema.nullable(),
  /** Why it was disabled or skipped, or what broke. */
  reason: z.string().nullable(),
  findings: z.array(findingSchema).readonly(),
  exchanges: z.array(exchangeSchema).readonly(),
  /** Resources that could not be removed after it. */
  leaks: z.array(z.string()).readonly(),
  duration_ms: z.number(),
});

export const requirementResultSchema = z.object({
  id: z.string(),
  level: levelSchema,
  status: z.enum(['untested', 'skipped', 'passed', 'failed']),
  tests: z.array(z.string()).readonly(),
});

/** The result tree of one run: what every report is made of, and what `results.json` holds. */
export const runResultSchema = z.object({
  format: z.literal('touchstone-results/1'),
  run: z.string(),
  started_at: z.string(),
  duration_ms: z.number(),
  target: z.object({
    api: z.string(),
    edge: z.string().nullable(),
    zone_id: z.string(),
    zone_name: z.string().nullable(),
    features: z.array(z.string()).readonly(),
  }),
  strict: z.boolean(),
  verdict: z.enum(verdicts),
  /** Why the verdict is what it is, in one line. */
  verdict_reason: z.string(),
  counts: z.object({
    passed: z.int(),
    failed: z.int(),
    skipped: z.int(),
    disabled: z.int(),
    /** Tests that fail only what the verdict does not depend on. */
    warnings: z.int(),
    errors: z.int(),
  }),
  /** What the run made and could not remove. */
  leaks: z.array(z.string()).readonly(),
  tests: z.array(testResultSchema).readonly(),
  requirements: z.array(requirementResultSchema).readonly(),
});

export type Status = (typeof statuses)[number];
export type Verdict = (typeof verdicts)[number];
export type Finding = z.infer<typeof findingSchema>;
export type TestResult = z.infer<typeof testResultSchema>;
export type RequirementResult = z.infer<typeof requirementResultSchema>;
export type RunResult = z.infer<typeof runResultSchema>;
