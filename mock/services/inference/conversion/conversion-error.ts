import { TouchstoneError } from '../../../../spec/touchstone-error.ts';

/** Thrown for a file that can't be converted; its message is what the answer says of the file. */
export class ConversionError extends TouchstoneError {
  constructor(message: string, cause?: unknown) {
    super('conversion', message, cause === undefined ? undefined : { cause });
  }
}
