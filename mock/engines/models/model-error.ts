import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Why a backend could not answer. */
export type ModelErrorReason =
  /** It cannot do what was asked, such as a schema that nothing satisfies. */
  | 'bad-input'
  /** A user's script says that the model fails. */
  | 'scripted'
  /** What answers for the model is not there, or broke off. */
  | 'unavailable'
  /** It has not answered in time. */
  | 'timeout'
  /** It has no capacity left. */
  | 'overloaded'
  /** It answered with what is no answer. */
  | 'malformed';

/** Thrown by backends; the services turn it into the error of the format that was asked in. */
export class ModelError extends TouchstoneError {
  readonly reason: ModelErrorReason;
  /** HTTP status that an upstream or a script gave. */
  readonly status: number | undefined;

  constructor(
    reason: ModelErrorReason,
    message: string,
    options: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(`model-${reason}`, message, options.cause === undefined ? undefined : { cause: options.cause });
    this.reason = reason;
    this.status = options.status;
  }
}
