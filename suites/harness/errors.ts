import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** The target did not do what a requirement says. Makes a test fail. */
export class ConformanceFailure extends TouchstoneError {
  constructor(message: string, options?: ErrorOptions) {
    super('conformance-failure', message, options);
  }
}

/** The run itself is broken: a suite or the harness has a fault, so no verdict can be given. */
export class HarnessError extends TouchstoneError {}

/** The target is not described well enough, or nobody answers there. Its message is one line. */
export class TargetError extends TouchstoneError {}

/** Thrown inside a test when the target lacks what the test needs. */
export class SkipTest extends TouchstoneError {
  constructor(reason: string) {
    super('skip-test', reason);
  }
}
