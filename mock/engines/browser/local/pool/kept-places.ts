import { browserLimits } from '../../../../../spec/engine-limits.ts';
import { isolatedWorld } from '../driver-internals.ts';
import { orGiveUp } from '../give-up.ts';
import type { OpenPlace } from './open-place.ts';

/** Places in which nothing was left, for visits that leave nothing in them either. */
export interface KeptPlaces {
  /** One that can still be used. */
  take(): OpenPlace | undefined;
  /** Empties the page of a place and keeps it, or throws it away where it may not be used again. */
  keep(place: OpenPlace): Promise<void>;
  /** Throws away those whose browser is to be replaced, which would go on for their sake. */
  tidy(): void;
  /** Throws all of them away. */
  close(): Promise<void>;
}

/** Milliseconds a page gets to be emptied before it is thrown away. */
const emptyMs = 2000;

/** Takes the document out of a page. Whether it did. */
async function empty({ page, tenure }: OpenPlace): Promise<boolean> {
  const emptied = isolatedWorld(page).evaluate(() => {
    document.open();
    document.close();
    return true;
  });
  return (await orGiveUp(emptied, emptyMs, tenure.gone).catch(() => false)) ?? false;
}

/** Keeps as many places as there may be visits at once. */
export function createKeptPlaces(atMost: number): KeptPlaces {
  const kept = new Set<OpenPlace>();
  const visits = new WeakMap<OpenPlace, number>();
  let age = 0;

  const isGood = (place: OpenPlace) =>
    place.usable() && !place.tenure.retired && place.gate !== undefined && !place.gate.wasAsked();
  const throwAway = (place: OpenPlace) => {
    kept.delete(place);
    return place.dispose();
  };

  return {
    take() {
      for (const place of kept) {
        kept.delete(place);
        if (isGood(place)) return place;
        void place.dispose();
      }
      return undefined;
    },
    async keep(place) {
      const born = age;
      const count = (visits.get(place) ?? 0) + 1;
      visits.set(place, count);
      const emptied = count < browserLimits.visitsOfAPage && isGood(place) && (await empty(place));
      if (emptied && born === age && kept.size < atMost && isGood(place)) kept.add(place);
      else await place.dispose();
    },
    tidy() {
      for (const place of kept) if (place.tenure.retired) void throwAway(place);
    },
    async close() {
      age++;
      await Promise.all([...kept].map(throwAway));
    },
  };
}
