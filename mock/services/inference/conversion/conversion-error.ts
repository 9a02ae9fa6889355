import { TouchstoneError } from '../../../../spec/touchstone-error.ts';

/** Thrown for a file that can't be converted; the answer includes its message. */
export class ConversionError extends TouchstoneError {
  constructor(message: string, cause?: unknown) {
    super('conversion', message, cause === undefined ? undefined : { cause });
  }
}
