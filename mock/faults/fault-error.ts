import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Thrown for a fault that can't be. */
export class FaultError extends TouchstoneError {
  /** Names of the members that lead to the one that is wrong; none for the fault as a whole. */
  readonly path: readonly string[];
  /** What is wrong with it. */
  readonly problem: string;

  constructor(path: readonly string[], problem: string, options?: ErrorOptions) {
    super('fault', path.length === 0 ? problem : `${path.join('.')}: ${problem}`, options);
    this.path = path;
    this.problem = problem;
  }
}
