import type { RateLimit } from '../api/access/rate-limit.ts';
import type { Lazy } from '../assembly/lazy.ts';
import type { WorldPart } from '../world/world.ts';
import type { Renderer } from './browser-rendering/renderer.ts';
import type { SharedRunParts } from './create-run-parts.ts';

/** What services keep beside the world. */
export interface PassingStateParts {
  readonly inference: Lazy<SharedRunParts>;
  readonly renderer: Lazy<Renderer>;
  readonly rateLimit: RateLimit;
}

/**
 * What passes by itself: caches, counts of requests in a time, runs that are under way. A reset and a snapshot of the
 * whole world have it begin anew; a snapshot of one account leaves it alone.
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
      if (account) return () => {};
      const restoreRuns = inference.made?.snapshot();
      return () => {
        if (!restoreRuns) return reset();
        restoreRuns();
        renderer.made?.reset();
        rateLimit.reset();
      };
    },
  };
}
