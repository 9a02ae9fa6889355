import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Thrown for a fault that can't be. */
export class FaultError extends TouchstoneError {
  /** JSON pointer of the member that is wrong; empty for the fault as a whole. */
  readonly pointer: string;

  /** @param path names of the members that lead to the one that is wrong */
  constructor(path: readonly string[], problem: string, options?: ErrorOptions) {
    super('fault', path.length === 0 ? problem : `${path.join('.')}: ${problem}`, options);
    this.pointer = path.map((name) => `/${name}`).join('');
  }
}
