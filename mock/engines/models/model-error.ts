import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Why a backend could not answer. */
export type ModelErrorReason =
  /** It does not support the request, such as a schema that no value satisfies. */
  | 'bad-input'
  /** A user's script simulates a failure. */
  | 'scripted'
  /** The model's server can't be reached, or broke off. */
  | 'unavailable'
  /** It did not answer in time. */
  | 'timeout'
  /** It has no capacity left. */
  | 'overloaded'
  /** Its answer is invalid. */
  | 'malformed';

/** Thrown by backends; the services convert it to an error in the request's format. */
export class ModelError extends TouchstoneError {
  readonly reason: ModelErrorReason;
  /** HTTP status from an upstream or a script. */
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
