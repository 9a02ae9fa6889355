import type { Caller } from './caller.ts';
import type { TargetClock } from './context.ts';
import { ConformanceFailure, HarnessError } from './errors.ts';

/**
 * Controls the clock of this project's mock.
 *
 * @param whose the account that the clock belongs to; null for the clock of the world, which all accounts without their
 * own follow
 * @param isOwn whether no other test uses that clock at the same time
 * @param after delays the release of the clock until the test ends
 * @throws HarnessError from `freeze` and `advance` when other tests may use the clock.
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
        'A test that controls the clock must need the feature clock, isolate its account, or be exclusive',
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
 * @param whose as in {@link createClock}
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
  if (Number.isNaN(now)) throw new ConformanceFailure(`The Date header ${date} is not a date`);
  return now;
}
