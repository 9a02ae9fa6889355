import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Thrown when a plane can't listen, for example because its port is taken. */
export class ListenError extends TouchstoneError {}
