import type { Caller } from './caller.ts';
import type { TargetClock } from './context.ts';
import { ConformanceFailure, HarnessError } from './errors.ts';

/**
 * Steers the clock of this project's mock.
 *
 * @param alone whether no other test runs at the same time; the clock belongs to all zones
 * @param after puts the release of the clock off until the test is over
 * @throws HarnessError from `freeze` and `advance` when other tests may run.
 */
export function createClock(
  caller: Caller,
  alone: boolean,
  after: (action: () => Promise<unknown>) => void,
): TargetClock {
  const begin = () => {
    if (!alone) {
      throw new HarnessError(
        'clock-shared',
        'A test that steers the clock lists the feature clock, or is exclusive',
      );
    }
    after(release);
  };
  const release = async () => {
    await caller.call('touchstone.clock.release', {});
  };
  return {
    async freeze(at) {
      begin();
      await caller.call('touchstone.clock.freeze', { body: at === undefined ? {} : { at } });
    },
    async advance(seconds) {
      begin();
      await caller.call('touchstone.clock.advance', { body: { seconds } });
    },
    release,
  };
}

/** The target's time in milliseconds since 1970. */
export async function targetTime(caller: Caller, hasClock: boolean, zoneId: string): Promise<number> {
  if (hasClock) {
    const { body } = await caller.call('touchstone.clock.get', {});
    const now = Date.parse(body.now);
    if (!Number.isNaN(now)) return now;
  }
  const { headers } = await caller.ask('zones.zone.get', { params: { zone_id: zoneId } });
  const date = headers.get('date');
  const now = date === null ? Date.now() : Date.parse(date);
  if (Number.isNaN(now)) throw new ConformanceFailure(`The Date header ${date} is no date`);
  return now;
}
