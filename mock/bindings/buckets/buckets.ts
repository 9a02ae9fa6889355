import type { ObjectStore } from '../../engines/objects/index.ts';
import type { World } from '../../world/world.ts';
import type { BucketHost } from './bucket-host.ts';
import { revocableStorage } from './revocable-storage.ts';

/** The buckets of a mock: one name of an account is one bucket, whoever is bound to it. */
export interface Buckets {
  /** The objects of a bucket, which is there as soon as it is named. */
  store(accountId: string, bucketName: string): Promise<ObjectStore>;
}

/**
 * The buckets of a world. A reset empties them; a snapshot leaves objects as they are.
 *
 * @param host where they are kept; in memory where it is left out
 */
export function createBuckets(world: World, host: BucketHost = inMemory): Buckets {
  let era = newEra(Promise.resolve());

  async function open({ ready, revoked }: Era, accountId: string, bucketName: string): Promise<ObjectStore> {
    const [{ createObjectStore }] = await Promise.all([import('../../engines/objects/index.ts'), ready]);
    const storage = revocableStorage(await host.storageFor(accountId, bucketName), revoked.signal);
    return createObjectStore({ storage, now: () => world.clock.now() });
  }

  world.join({
    reset() {
      era.revoked.abort();
      era = newEra(era.ready.catch(() => {}).then(() => host.clear()));
    },
    snapshot: () => () => {},
  });
  return {
    store(accountId, bucketName) {
      const { stores } = era;
      const place = `${accountId}/${bucketName}`;
      const known = stores.get(place);
      if (known) return known;
      const opened = open(era, accountId, bucketName);
      stores.set(place, opened);
      // What could not be opened is tried again by the next call.
      opened.catch(() => stores.delete(place));
      return opened;
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
