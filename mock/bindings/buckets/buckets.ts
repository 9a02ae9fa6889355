import type { ObjectStore } from '../../engines/objects/index.ts';
import type { World } from '../../world/world.ts';
import type { BucketHost } from './bucket-host.ts';
import { revocableStorage } from './revocable-storage.ts';

/** The buckets of a mock: one name of an account is one bucket, whoever is bound to it. */
export interface Buckets {
  /** The objects of a bucket, which is there as soon as it is named. */
  store(accountId: string, bucketName: string): Promise<ObjectStore>;
  /** Says what is put into buckets after each reset, before anybody else finds them. */
  fillWith(fill: (store: Buckets['store']) => Promise<void>): void;
}

/**
 * The buckets of a world. A reset empties them; a snapshot leaves objects as they are.
 *
 * @param host where they are kept; in memory where it is left out
 */
export function createBuckets(world: World, host: BucketHost = inMemory): Buckets {
  let era = newEra(Promise.resolve());
  let fill: Parameters<Buckets['fillWith']>[0] = async () => {};

  function storeIn(of: Era, accountId: string, bucketName: string): Promise<ObjectStore> {
    const place = `${accountId}/${bucketName}`;
    const known = of.stores.get(place);
    if (known) return known;
    const opened = open(of, accountId, bucketName);
    of.stores.set(place, opened);
    // What could not be opened is tried again by the next call.
    opened.catch(() => of.stores.delete(place));
    return opened;
  }

  async function open({ ready, revoked }: Era, accountId: string, bucketName: string): Promise<ObjectStore> {
    const [{ createObjectStore }] = await Promise.all([import('../../engines/objects/index.ts'), ready]);
    const storage = revocableStorage(await host.storageFor(accountId, bucketName), revoked.signal);
    return createObjectStore({ storage, now: () => (world.accounts.get(accountId) ?? world).clock.now() });
  }

  world.join({
    reset() {
      era.revoked.abort();
      const cleared = newEra(era.ready.catch(() => {}).then(() => host.clear()));
      const filled = cleared.ready.then(() => fill((...place) => storeIn(cleared, ...place)));
      era = { ...cleared, ready: filled };
      // Whoever opens a bucket is told.
      filled.catch(() => {});
    },
    snapshot: () => () => {},
  });
  return {
    async store(accountId, bucketName) {
      const now = era;
      await now.ready;
      return storeIn(now, accountId, bucketName);
    },
    fillWith(wanted) {
      fill = wanted;
    },
  };
}

/** The time from one reset to the next. */
interface Era {
  /** Settled once what was there before is gone. */
  readonly ready: Promise<void>;
  readonly stores: Map<string, Promise<ObjectStore>>;
  readonly revoked: AbortController;
}

function newEra(ready: Promise<void>): Era {
  // Whoever opens a bucket is told.
  ready.catch(() => {});
  return { ready, stores: new Map(), revoked: new AbortController() };
}

/** Loaded with the first bucket. */
const inMemory: BucketHost = {
  storageFor: async () => (await import('../../engines/objects/index.ts')).memoryStorage(),
  async clear() {},
};
