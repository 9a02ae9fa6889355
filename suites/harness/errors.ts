import { z } from 'zod';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/**
 * The target did not do what a requirement says. Makes a test fail.
 *
 * It has the evidence of its cause, unless it is given its own.
 */
export class ConformanceFailure extends TouchstoneError {
  /** What is known beside the message; undefined when nothing is. */
  readonly evidence: Evidence | undefined;

  constructor(message: string, options: ErrorOptions & { readonly evidence?: Partial<Evidence> } = {}) {
    super('conformance-failure', message, options);
    const { cause, evidence } = options;
    const inherited = cause instanceof ConformanceFailure ? cause.evidence : undefined;
    this.evidence = evidence
      ? { differences: [], lines: null, pictures: null, steps: [], ...inherited, ...evidence }
      : inherited;
  }
}

/** Several failures as one: a message each, and the evidence of all. */
export function joinFailures(failures: readonly ConformanceFailure[]): ConformanceFailure {
  const evidence = joinEvidence(failures.map((failure) => failure.evidence));
  const message = failures.map((failure) => failure.message).join('\n');
  return new ConformanceFailure(message, evidence === undefined ? {} : { evidence });
}

/** The run itself is broken: a suite or the harness has a fault, so no verdict can be given. */
export class HarnessError extends TouchstoneError {}

/** The target is not described well enough, or nobody answers there. Its message is one line. */
export class TargetError extends TouchstoneError {}

/** How the reason begins for which a test was left out of a run that could not go on. */
export const runBroken = 'the run broke off: ';

/** How the reason begins for which a test was left out because others had shown that all would fail alike. */
export const runCut = 'not tried any more: ';

/** Thrown inside a test when the target lacks what the test needs. */
export class SkipTest extends TouchstoneError {
  constructor(reason: string) {
    super('skip-test', reason);
  }
}

/** What the reason begins with of a test that a budget cut off. */
export const budgetSpent = 'the budget of ';

/** A place that is not as it should be. */
export const differenceSchema = z.object({
  path: z
    .string()
    .describe(
      'What was compared, with a JSON pointer where it is a part of it: `result.title`, `the answer at /errors/0`.',
    ),
  expected: z.string().describe('JSON, or words such as `text that matches /^[a-z]+$/`.'),
  received: z.string().describe('JSON, or `absent`.'),
});

/** Files of pictures; in `results.json` their paths start where it stands. */
export const keptPicturesSchema = z.object({
  expected: z.string(),
  actual: z.string(),
  difference: z.string().nullable().describe('What differs, in red; null where sizes or formats do.'),
});

/** What is known of a failure beside its words, for reports. */
export const evidenceSchema = z.object({
  differences: z.array(differenceSchema).readonly(),
  lines: z
    .string()
    .nullable()
    .describe('Where two texts differ, line by line: `-` is what was expected, `+` what came.'),
  pictures: keptPicturesSchema.nullable(),
  steps: z.array(z.string()).readonly().describe('Steps of the exchanges that show it.'),
});

export type Difference = z.infer<typeof differenceSchema>;
export type KeptPictures = z.infer<typeof keptPicturesSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;

/** The evidence of one value that is not as it should be. */
export function evidenceOfDifference(difference: Difference, step?: string): Evidence {
  return { differences: [difference], lines: null, pictures: null, steps: step === undefined ? [] : [step] };
}

/** Evidence of several failures as that of one; undefined of none. */
export function joinEvidence(several: readonly (Evidence | undefined)[]): Evidence | undefined {
  const known = several.filter((one) => one !== undefined);
  if (known.length === 0) return undefined;
  return {
    differences: known.flatMap(({ differences }) => differences),
    lines: known.find(({ lines }) => lines !== null)?.lines ?? null,
    pictures: known.find(({ pictures }) => pictures !== null)?.pictures ?? null,
    steps: [...new Set(known.flatMap(({ steps }) => steps))],
  };
}

/** Evidence with every text of the target's changed, for example by taking secrets out. */
export function mapEvidence(evidence: Evidence, change: (text: string) => string): Evidence {
  const { differences, lines, pictures, steps } = evidence;
  return {
    differences: differences.map(({ path, expected, received }) => ({
      path: change(path),
      expected: change(expected),
      received: change(received),
    })),
    lines: lines === null ? null : change(lines),
    pictures,
    steps,
  };
}
