import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/**
 * What is wrong with a client's request:
 *
 * - `bad-packet`: a pkt-line, or the order of pkt-lines
 * - `bad-zlib`, `bad-pack`, `bad-delta`, `bad-object`: the content of a pack
 * - `too-large`: more than a limit allows
 * - `missing-object`: an object that is named and does not exist
 * - `bad-ref`: an invalid ref name
 * - `not-supported`: an unsupported part of the protocol
 * - `bad-request`: the same, but answered with status 400 instead of a protocol message
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

/** Thrown for any client error. The message is what Git would show its user. */
export class GitError extends TouchstoneError {
  readonly failure: GitFailure;

  constructor(failure: GitFailure, message: string, options?: ErrorOptions) {
    super(`git-${failure}`, message, options);
    this.failure = failure;
  }
}
