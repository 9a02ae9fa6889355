import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/**
 * What is wrong with what a client sent or asked for.
 *
 * - `bad-packet`: a pkt-line, or the order of them
 * - `bad-zlib`, `bad-pack`, `bad-delta`, `bad-object`: what a pack holds
 * - `too-large`: more than a limit allows
 * - `missing-object`: an object that is named and not there
 * - `bad-ref`: a name that no ref may have
 * - `not-supported`: a part of the protocol that is not served
 * - `bad-request`: the same, but answered with status 400 and not in the protocol
 */
export type GitFailure =
  | 'bad-packet'
  | 'bad-zlib'
  | 'bad-pack'
  | 'bad-delta'
  | 'bad-object'
  | 'too-large'
  | 'missing-object'
  | 'bad-ref'
  | 'not-supported'
  | 'bad-request';

/** Thrown for whatever of a client's doing can't be served; the message is what Git would show its user. */
export class GitError extends TouchstoneError {
  readonly failure: GitFailure;

  constructor(failure: GitFailure, message: string, options?: ErrorOptions) {
    super(`git-${failure}`, message, options);
    this.failure = failure;
  }
}
