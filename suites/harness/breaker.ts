import type { Verdict } from './results.ts';

/** Ends a run once nothing more can be learnt from it. */
export interface Breaker {
  /** Told of a request that got no answer; finds out whether others get one, and waits for that. */
  unanswered(): Promise<void>;
  /** Why no further request may be sent; null while they may. */
  ended(): Trouble | null;
  /** Asked before each test: why it is not tried; null where it is. */
  left(): Trouble | null;
  /** Somebody ends the run: no further test begins, and what was made is removed. */
  interrupt(): void;
  /** What was found wrong with the target as a whole, or that the run was interrupted. */
  trouble(): Trouble | null;
}

/** Milliseconds after which a target that was found well is asked again. */
const restFor = 5_000;

/** Tests that show what a target is like that never answers as the API does. */
const enough = 5;

/**
 * @param check asks the target whether it answers at all
 * @param known what was found before the first test
 *
 * @example
 * const breaker = createBreaker(() => probeAgain(target, fetch, 5_000));
 */
export function createBreaker(check: () => Promise<Trouble | null>, known: Trouble | null = null): Breaker {
  let found = known;
  let running: Promise<void> | undefined;
  let lastWell = Number.NEGATIVE_INFINITY;
  let tried = 0;
  let isInterrupted = false;
  const ask = async () => {
    found = (await check()) ?? found;
    if (!found) lastWell = performance.now();
    running = undefined;
  };
  const ended = () => (found?.verdict === 'broken run' ? found : null);
  return {
    async unanswered() {
      if (ended() || (!running && performance.now() - lastWell < restFor)) return;
      running ??= ask();
      await running;
    },
    ended,
    left: () => {
      if (isInterrupted) return interruption;
      return ended() || (found && tried++ >= enough) ? found : null;
    },
    interrupt() {
      isInterrupted = true;
    },
    trouble: () => (isInterrupted ? interruption : found),
  };
}

const interruption: Trouble = { verdict: 'broken run', reason: 'the run was interrupted' };

/** The one reason for which nothing, or nothing more, can be tested. */
export interface Trouble {
  readonly verdict: Extract<Verdict, 'not conformant' | 'broken run'>;
  /** One line. */
  readonly reason: string;
}
