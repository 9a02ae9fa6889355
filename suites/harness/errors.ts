import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** A test while it runs, as its requests and its failures see it. */
export interface RunningTest {
  /** Aborted once it is over: its requests end. */
  readonly signal: AbortSignal;
  /** Errors that no code of the test awaited. */
  readonly stray: unknown[];
}

/** The test that the calling code belongs to. */
export const currentTest = new AsyncLocalStorage<RunningTest>();

/** What a test throws about its target. */
abstract class Outcome extends TouchstoneError {
  // Bun does not say whose promise was rejected without anybody awaiting it.
  readonly #raisedIn = currentTest.getStore();

  /** The test that threw this. */
  get raisedIn(): RunningTest | undefined {
    return this.#raisedIn;
  }
}

/**
 * The target violates a requirement. Makes a test fail.
 *
 * Takes over the evidence of its cause, unless it gets its own.
 */
export class ConformanceFailure extends Outcome {
  /** Evidence in addition to the message; undefined when there is none. */
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

/** Joins several failures into one, with all messages and all evidence. */
export function joinFailures(failures: readonly ConformanceFailure[]): ConformanceFailure {
  const evidence = joinEvidence(failures.map((failure) => failure.evidence));
  const message = failures.map((failure) => failure.message).join('\n');
  return new ConformanceFailure(message, evidence === undefined ? {} : { evidence });
}

/** A suite or the harness has a bug, so the run can give no verdict. */
export class HarnessError extends TouchstoneError {}

/** The description of the target is incomplete, or nothing answers there. Its message is one line. */
export class TargetError extends TouchstoneError {}

/**
 * Reads what the target sent with code that throws for what it can't read, such as a library.
 *
 * @param reader names that code in the message
 * @throws ConformanceFailure for whatever it throws, except errors of the suites
 */
export async function readBy<T>(reader: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new ConformanceFailure(`${reader} can't read the answer: ${String(unlessOwn(cause))}`, { cause });
  }
}

/** Returns an error, unless it is or wraps one of the suites, as libraries do if the requests fail that they send. */
export function unlessOwn(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Outcome || cause instanceof HarnessError) throw cause;
  }
  return error;
}

/** Prefix of the reason of a test that was left out because the run could not go on. */
export const stoppedEarly = 'the run stopped early: ';

/** Prefix of the reason of a test that was left out because earlier tests showed that all would fail the same way. */
export const notRun = 'not run: ';

/** Thrown inside a test when the target lacks what the test needs. */
export class SkipTest extends Outcome {
  constructor(reason: string) {
    super('skip-test', reason);
  }
}

/** Prefix of the reason of a test that a budget cut off. */
export const budgetSpent = 'the budget of ';

/** Prefix of the reason of a test whose request is not sent, since others like it got no whole answer. */
export const notSent = 'not sent: ';

/** Prefix of the reason of a test that waited for a short time only, since it came too seldom before. */
export const waitedShort = 'waited for ';

/** Prefixes of reasons that say nothing of what the target has. */
export const ofRun = [stoppedEarly, notRun, budgetSpent, notSent, waitedShort] as const;

/** A value that differs from what is expected. */
export const differenceSchema = z.object({
  path: z
    .string()
    .describe(
      'What was compared, with a JSON pointer for a part of it: `result.title`, `the answer at /errors/0`.',
    ),
  expected: z.string().describe('JSON, or words such as `text that matches /^[a-z]+$/`.'),
  received: z.string().describe('JSON, or `absent`.'),
});

/** Files of pictures; paths in `results.json` are relative to its folder. */
export const keptPicturesSchema = z.object({
  expected: z.string(),
  actual: z.string(),
  difference: z.string().nullable().describe('The difference, in red; null where sizes or formats differ.'),
});

/** What reports show of a failure in addition to its message. */
export const evidenceSchema = z.object({
  differences: z.array(differenceSchema).readonly(),
  lines: z.string().nullable().describe('Differing lines of two texts: `-` is expected, `+` is actual.'),
  pictures: keptPicturesSchema.nullable(),
  steps: z.array(z.string()).readonly().describe('Steps of the exchanges that show the failure.'),
});

export type Difference = z.infer<typeof differenceSchema>;
export type KeptPictures = z.infer<typeof keptPicturesSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;

/** The evidence of one wrong value. */
export function evidenceOfDifference(difference: Difference, step?: string): Evidence {
  return { differences: [difference], lines: null, pictures: null, steps: step === undefined ? [] : [step] };
}

/** Merges the evidence of several failures; undefined without any. */
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

/** Applies a function to every text of the target in the evidence, for example to redact secrets. */
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
