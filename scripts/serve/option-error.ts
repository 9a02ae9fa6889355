import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Thrown when an option can't be used; the message names its source. */
export class ServeOptionError extends TouchstoneError {}
