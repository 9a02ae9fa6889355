import type { RateLimit } from '../api/access/rate-limit.ts';
import type { Lazy } from '../world/lazy.ts';
import type { WorldPart } from '../world/world.ts';
import type { Renderer } from './browser-rendering/renderer.ts';
import type { SharedRunParts } from './create-run-parts.ts';

/** State of services outside the world. */
export interface PassingStateParts {
  readonly inference: Lazy<SharedRunParts>;
  readonly renderer: Lazy<Renderer>;
  readonly rateLimit: RateLimit;
}

/**
 * Transient state: caches, rate limit counters, running jobs. A reset, and restoring a snapshot of the whole world,
 * clear it; restoring a snapshot of one account leaves it.
 */
export function passingState({ inference, renderer, rateLimit }: PassingStateParts): WorldPart {
  const reset = () => {
    inference.made?.reset();
    renderer.made?.reset();
    rateLimit.reset();
  };
  return {
    reset,
    snapshot(account) {
      return account ? () => {} : reset;
    },
  };
}
