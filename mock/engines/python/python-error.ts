import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/**
 * Why a program was not run.
 *
 * - `no-python`: none is installed, or it does not start
 * - `busy`: too many programs wait already
 * - `too-long`: the program has too many bytes
 * - `closed`: the engine was closed
 */
export type PythonRefusal = 'no-python' | 'busy' | 'too-long' | 'closed';

/** Thrown where there was no run at all; what a program itself does wrong is told in its outcome. */
export class PythonError extends TouchstoneError {
  readonly refusal: PythonRefusal;

  constructor(refusal: PythonRefusal, message: string, options?: ErrorOptions) {
    super(`python-${refusal}`, message, options);
    this.refusal = refusal;
  }
}
