import { TouchstoneError } from '../../../../spec/touchstone-error.ts';

/**
 * Why another Git server could not be read.
 *
 * - `auth-required`: it answers 401 or 403
 * - `not-found`: it answers 404 or 410
 * - `branch-not-found`: the branch that was asked for is not there
 * - `not-a-repository`: the URL is none that can be asked, or what answers is no Git server, or none of SHA-1
 * - `unavailable`: it can't be reached, answers 5xx, takes too long, ends too soon, or refuses with an error of its own
 * - `too-large`: it sends more than a limit allows
 * - `damaged`: what it sent is no sound repository
 */
export type RemoteFailure =
  | 'auth-required'
  | 'not-found'
  | 'branch-not-found'
  | 'not-a-repository'
  | 'unavailable'
  | 'too-large'
  | 'damaged';

/** Thrown when another Git server can't be read, or is not what it should be. */
export class RemoteError extends TouchstoneError {
  readonly failure: RemoteFailure;
  /** The status that it answered with, where that was the reason. */
  readonly status: number | undefined;

  constructor(failure: RemoteFailure, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(`git-remote-${failure}`, message, options);
    this.failure = failure;
    this.status = options.status;
  }
}
