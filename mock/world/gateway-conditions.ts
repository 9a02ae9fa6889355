import { defaultScannedWords, type ScannedWords } from '../../spec/services/ai-gateway/guardrails.ts';
import type { PlatformLimits } from '../../spec/services/ai-gateway/platform-limits.ts';

/** Why the scanner of guardrails gives no answer; null where it does. */
export type ScannerFault = 'unavailable' | 'credits' | null;

/** What gateways meet that no setting of theirs says: the scanner, and how strict the platform is. */
export class GatewayConditions {
  readonly #limits: PlatformLimits;
  /** What the scanner finds. */
  words: readonly ScannedWords[] = defaultScannedWords;
  fault: ScannerFault = null;
  /** Which limits of the platform's own are enforced. */
  limits: PlatformLimits;

  /** @param limits the ones that are enforced from the start */
  constructor(limits: PlatformLimits = 'frontier') {
    this.#limits = limits;
    this.limits = limits;
  }

  /** Puts everything back to how it was at the start. */
  reset(): void {
    this.words = defaultScannedWords;
    this.fault = null;
    this.limits = this.#limits;
  }
}
