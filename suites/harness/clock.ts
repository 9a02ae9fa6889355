import type { Caller } from './caller.ts';
import type { TargetClock } from './context.ts';
import { ConformanceFailure, HarnessError } from './errors.ts';

/**
 * Steers the clock of this project's mock.
 *
 * @param whose the account whose clock it is; null for that of the world, which all others follow
 * @param isOwn whether no other test has that clock at the same time
 * @param after puts the release of the clock off until the test is over
 * @throws HarnessError from `freeze` and `advance` when other tests may have it.
 */
export function createClock(
  caller: Caller,
  whose: string | null,
  isOwn: boolean,
  after: (action: () => Promise<unknown>) => void,
): TargetClock {
  const query = toQuery(whose);
  const begin = () => {
    if (!isOwn) {
      throw new HarnessError(
        'clock-shared',
        'A test that steers the clock lists the feature clock, or reaches its account, or runs alone',
      );
    }
    after(release);
  };
  const release = async () => {
    await caller.call('touchstone.clock.release', { query });
  };
  return {
    async freeze(at) {
      begin();
      await caller.call('touchstone.clock.freeze', { query, body: at === undefined ? {} : { at } });
    },
    async advance(seconds) {
      begin();
      await caller.call('touchstone.clock.advance', { query, body: { seconds } });
    },
    release,
  };
}

const toQuery = (account_id: string | null) => (account_id === null ? {} : { account_id });

/**
 * The target's time in milliseconds since 1970.
 *
 * @param whose as {@link createClock} has it
 */
export async function targetTime(
  caller: Caller,
  hasClock: boolean,
  zoneId: string | null,
  whose: string | null,
): Promise<number> {
  if (hasClock) {
    const { body } = await caller.call('touchstone.clock.get', { query: toQuery(whose) });
    const now = Date.parse(body.now);
    if (!Number.isNaN(now)) return now;
  }
  if (zoneId === null) return Date.now();
  const { headers } = await caller.ask('zones.zone.get', { params: { zone_id: zoneId } });
  const date = headers.get('date');
  const now = date === null ? Date.now() : Date.parse(date);
  if (Number.isNaN(now)) throw new ConformanceFailure(`The Date header ${date} is no date`);
  return now;
}
