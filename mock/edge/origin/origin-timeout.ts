import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Longest silence of an origin in milliseconds before it counts as gone (inferred). */
export const originTimeoutMs = 100_000;

export interface OriginOptions {
  /** Longest silence in milliseconds before the origin counts as gone. */
  readonly timeoutMs?: number;
}

/** Thrown when an origin has not answered in time; the edge answers 504 then, and 502 to any other failure. */
export class OriginTimeoutError extends TouchstoneError {
  constructor(milliseconds: number) {
    super('origin-timeout', `no answer within ${milliseconds / 1000} seconds`);
  }
}
