import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { GuardrailPhase } from './guardrail-policy.ts';

export interface ScanRequest {
  readonly phase: GuardrailPhase;
  readonly text: string;
  /** The categories that are asked for. What is found of others is of no interest. */
  readonly categories: readonly string[];
  readonly signal: AbortSignal;
}

/** A place in the text, as offsets of UTF-16 units, and the category of what stands there. */
export interface ScanFinding {
  readonly category: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds unsafe content. A scanner that can't say, because it is down or not paid for, throws.
 *
 * @throws ScannerError or anything else
 */
export type Scanner = (request: ScanRequest) => Promise<readonly ScanFinding[]>;

/** A scanner could not do its work: it is not there, or it needs credits. */
export class ScannerError extends TouchstoneError {
  readonly reason: 'unavailable' | 'credits';

  constructor(reason: 'unavailable' | 'credits', message: string, options?: ErrorOptions) {
    super(`scanner-${reason}`, message, options);
    this.reason = reason;
  }
}
