/**
 * The base of every error this package throws on purpose.
 *
 * `code` is stable and meant for programs; `message` is meant for people and can change.
 */
export class TouchstoneError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}
