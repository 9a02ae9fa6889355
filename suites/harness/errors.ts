import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { type Evidence, joinEvidence } from './evidence.ts';

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
