import type { Caller } from './caller.ts';
import type { TargetClock } from './context.ts';
import { ConformanceFailure } from './errors.ts';

/** Steers the clock of this project's mock; `after` puts its release off until the test is over. */
export function createClock(caller: Caller, after: (action: () => Promise<unknown>) => void): TargetClock {
  const release = async () => {
    await caller.call('touchstone.clock.release', {});
  };
  return {
    async freeze(at) {
      after(release);
      await caller.call('touchstone.clock.freeze', { body: at === undefined ? {} : { at } });
    },
    async advance(seconds) {
      after(release);
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
