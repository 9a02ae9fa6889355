import { defaultScannedWords, type ScannedWords } from '../../spec/services/ai-gateway/guardrails.ts';
import type { PlatformLimits } from '../../spec/services/ai-gateway/rate-limits.ts';

/** Why the scanner of guardrails gives no answer; null where it does. */
export type ScannerFault = 'unavailable' | 'credits' | null;

/** What gateways meet from the start. */
export interface StartingConditions {
  /** Default `frontier`. */
  readonly limits?: PlatformLimits | undefined;
  readonly words?: readonly ScannedWords[] | undefined;
}

/** What gateways meet that no setting of theirs says: the scanner, and how strict the platform is. */
export class GatewayConditions {
  readonly #start: { readonly limits: PlatformLimits; readonly words: readonly ScannedWords[] };
  /** What the scanner finds. */
  words: readonly ScannedWords[];
  fault: ScannerFault = null;
  /** Which limits of the platform's own are enforced. */
  limits: PlatformLimits;

  constructor({ limits = 'frontier', words = defaultScannedWords }: StartingConditions = {}) {
    this.#start = { limits, words };
    this.limits = limits;
    this.words = words;
  }

  /** A function that puts everything back to how it is now. */
  snapshot(): () => void {
    const { words, fault, limits } = this;
    return () => {
      this.words = words;
      this.fault = fault;
      this.limits = limits;
    };
  }

  /** Puts everything back to how it was at the start. */
  reset(): void {
    const { limits, words } = this.#start;
    this.words = words;
    this.fault = null;
    this.limits = limits;
  }
}
