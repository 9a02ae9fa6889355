import { suiteLimits } from '../../spec/engine-limits.ts';
import { notSent, SkipTest, stoppedEarly } from './errors.ts';
import type { Verdict } from './results.ts';
import { isLateOrTooLong } from './sending.ts';
import { allowMore } from './time-limits.ts';

/** Ends a run once it can learn nothing more from the target. */
export interface Breaker {
  /** Reports a request without an answer. Probes whether the target answers at all, and resolves after that. */
  unanswered(): Promise<void>;
  /**
   * Sends a request, unless several of its kind in a row got no whole answer in time.
   *
   * @param what the kind
   * @throws SkipTest when it is not sent
   */
  watch<T>(what: string, send: () => Promise<T>): Promise<T>;
  /** Why the run may send no further request; null while it may. */
  ended(): Trouble | null;
  /** Call before each test: why the run leaves it out; null where it runs it. */
  left(): Trouble | null;
  /** The user ends the run: no further test begins, and the run removes what it created. */
  interrupt(): void;
  /** What is wrong with the target as a whole, or that the run was interrupted. */
  trouble(): Trouble | null;
}

/** Milliseconds during which a successful probe counts. */
const restFor = 5_000;

/** Number of tests that suffice as evidence against a target that never answers as the API does. */
const enough = 5;

/**
 * @param check probes whether the target answers at all
 * @param silence milliseconds that answers which do not come whole may take together
 * @param known a problem found before the first test
 *
 * @example
 * const breaker = createBreaker(() => probeAgain(target, fetch, 5_000), 300_000);
 */
export function createBreaker(
  check: () => Promise<Trouble | null>,
  silence: number,
  known: Trouble | null = null,
): Breaker {
  let found = known;
  let running: Promise<void> | undefined;
  let lastWell = Number.NEGATIVE_INFINITY;
  let tried = 0;
  let waited = 0;
  /** Answers in a row that did not come whole, by kind of request. */
  const late = new Map<string, number>();
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
    async watch(what, send) {
      const inRow = late.get(what) ?? 0;
      const reason = found?.verdict === 'broken run' ? `${stoppedEarly}${found.reason}` : null;
      if (reason !== null) throw new SkipTest(reason);
      if (inRow >= suiteLimits.vainWaits)
        throw new SkipTest(`${notSent}${what} got no whole answer ${inRow} times in a row`);
      const began = performance.now();
      try {
        const answer = await send();
        late.delete(what);
        return answer;
      } catch (error) {
        if (!isLateOrTooLong(error)) throw error;
        late.set(what, (late.get(what) ?? 0) + 1);
        waited += performance.now() - began;
        if (waited >= silence && !ended()) {
          const which = `Answers that did not come whole took ${silence / 1000} s, the last one to ${what}`;
          found = { verdict: 'broken run', reason: `${which}: ${allowMore('silence')}` };
        }
        throw error;
      }
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

/** The one reason why the run can test nothing, or nothing more. */
export interface Trouble {
  readonly verdict: Extract<Verdict, 'not conformant' | 'broken run'>;
  /** One line. */
  readonly reason: string;
}
