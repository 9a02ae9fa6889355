import type { ObjectStorage, ObjectStore } from '../../engines/objects/index.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** The buckets of a mock: one name of an account is one bucket, whoever is bound to it. */
export interface Buckets {
  /** The objects of a bucket, which is there as soon as it is named. */
  store(accountId: string, bucketName: string): Promise<ObjectStore>;
  /** Names of the buckets of an account that were asked for since the start, or that a snapshot has brought back. */
  names(accountId: string): readonly string[];
  /** Says what is put into buckets after each reset, before anybody else finds them. */
  fillWith(fill: (store: Buckets['store']) => Promise<void>): void;
}

/**
 * The buckets of a world. A reset empties them, and they go with their account. A snapshot has those that are kept in
 * memory; objects that are kept elsewhere stay as they are, also when an account goes that a snapshot knows.
 *
 * @param host where they are kept; in memory where it is left out
 */
export function createBuckets(world: World, host: BucketHost = inMemory): Buckets {
  let era = newEra(Promise.resolve());
  let fill: Parameters<Buckets['fillWith']>[0] = async () => {};

  function storeIn(of: Era, accountId: string, bucketName: string): Promise<ObjectStore> {
    const place = getPlace(accountId, bucketName);
    const known = of.buckets.get(place);
    if (known) return known.store;
    const bucket: Bucket = {
      revoked: new AbortController(),
      storage: undefined,
      store: Promise.resolve().then(() => open(of, bucket, accountId, bucketName)),
    };
    of.buckets.set(place, bucket);
    // What could not be opened is tried again by the next call.
    bucket.store.catch(() => of.buckets.get(place) === bucket && of.buckets.delete(place));
    return bucket.store;
  }

  async function open(of: Era, bucket: Bucket, accountId: string, bucketName: string): Promise<ObjectStore> {
    const [{ createObjectStore }] = await Promise.all([import('../../engines/objects/index.ts'), of.ready]);
    const start = of.starts.get(getPlace(accountId, bucketName))?.copy?.();
    bucket.storage = start ?? (await host.storageFor(accountId, bucketName));
    const storage = revocableStorage(bucket.storage, bucket.revoked.signal);
    return createObjectStore({ storage, now: () => (world.accounts.get(accountId) ?? world).clock.now() });
  }

  /** Has the next call open buckets anew, with what they have at the start; not those that are kept elsewhere. */
  function close(account: Account | undefined): void {
    for (const [place, { storage, revoked }] of era.buckets) {
      if (!isOf(account, place) || (storage && !storage.copy)) continue;
      revoked.abort();
      era.buckets.delete(place);
    }
    for (const place of era.starts.keys()) if (isOf(account, place)) era.starts.delete(place);
  }

  /** Removes what is kept elsewhere for an account that goes, once nobody opens it any more. */
  function removeKept(account: Account): void {
    if (!host.remove || era.remembered.has(account.id)) return;
    const { buckets, ready } = era;
    const opening: Promise<unknown>[] = [];
    for (const [place, { revoked, store }] of buckets) {
      if (!isOf(account, place)) continue;
      revoked.abort();
      buckets.delete(place);
      opening.push(store);
    }
    const removed = Promise.allSettled([ready, ...opening])
      .then(() => host.remove?.(account.id))
      .catch((error: unknown) => console.error('touchstone: objects could not be removed', error));
    era = { ...era, ready: Promise.all([ready, removed]).then(() => {}) };
    // Whoever opens a bucket is told.
    era.ready.catch(() => {});
  }

  world.join({
    reset() {
      for (const { revoked } of era.buckets.values()) revoked.abort();
      const cleared = newEra(era.ready.catch(() => {}).then(() => host.clear()));
      const filled = cleared.ready.then(() => fill((...place) => storeIn(cleared, ...place)));
      era = { ...cleared, ready: filled };
      // Whoever opens a bucket is told.
      filled.catch(() => {});
    },
    snapshot(account) {
      for (const { id } of account ? [account] : world.accounts.list()) era.remembered.add(id);
      const then = new Map([...era.starts].filter(([place]) => isOf(account, place)));
      for (const [place, { storage }] of era.buckets) {
        const copy = isOf(account, place) ? storage?.copy?.() : undefined;
        if (copy) then.set(place, copy);
      }
      return () => {
        close(account);
        for (const [place, start] of then) era.starts.set(place, start);
      };
    },
    forget(account) {
      close(account);
      removeKept(account);
    },
  });
  return {
    async store(accountId, bucketName) {
      const now = era;
      await now.ready;
      return storeIn(now, accountId, bucketName);
    },
    names(accountId) {
      const { buckets, starts } = era;
      const places = new Set([...buckets.keys(), ...starts.keys()]);
      return [...places]
        .filter((place) => isOf({ id: accountId }, place))
        .map((place) => place.slice(accountId.length + 1))
        .sort();
    },
    fillWith(wanted) {
      fill = wanted;
    },
  };
}

interface Bucket {
  readonly revoked: AbortController;
  /** Where its objects are, once it is open. */
  storage: ObjectStorage | undefined;
  readonly store: Promise<ObjectStore>;
}

type Account = Pick<AccountTenant, 'id'>;

/** The time from one reset to the next. */
interface Era {
  /** Settled once what was there before is gone. */
  readonly ready: Promise<void>;
  /** Those that were asked for, by their places. */
  readonly buckets: Map<string, Bucket>;
  /** What is in buckets when they are opened, where a snapshot says so. */
  readonly starts: Map<string, ObjectStorage>;
  /** Ids of accounts that a snapshot may bring back. */
  readonly remembered: Set<string>;
}

function newEra(ready: Promise<void>): Era {
  // Whoever opens a bucket is told.
  ready.catch(() => {});
  return { ready, buckets: new Map(), starts: new Map(), remembered: new Set() };
}

const getPlace = (accountId: string, bucketName: string) => `${accountId}/${bucketName}`;

/** Whether a place is of the account that is meant, or all are. */
const isOf = (account: Account | undefined, place: string) =>
  account === undefined || place.startsWith(`${account.id}/`);

/** Loaded with the first bucket. */
const inMemory: BucketHost = {
  storageFor: async () => (await import('../../engines/objects/index.ts')).memoryStorage(),
  async clear() {},
};

/**
 * Where the objects of buckets are kept: by default in memory, as long as the mock is there.
 *
 * @example
 * const host: BucketHost = {
 *   storageFor: (accountId, bucketName) => folderStorage(join(folder, accountId, bucketName)),
 *   remove: (accountId) => rm(join(folder, accountId), { recursive: true, force: true }),
 *   clear: () => rm(folder, { recursive: true, force: true }),
 * };
 */
export interface BucketHost {
  /**
   * The place of a bucket, which is empty where nothing was kept there; asked for once, by the first call that needs
   * it, and again after a reset.
   *
   * @param accountId 32 hexadecimal digits
   * @param bucketName 3 to 63 lower-case letters, digits and hyphens
   */
  storageFor(accountId: string, bucketName: string): ObjectStorage | Promise<ObjectStorage>;
  /**
   * Leaves nothing of the buckets of an account that is gone, and of which no snapshot knows; no place of it that was
   * given before is used any more. Where it is left out, they stay until everything is cleared.
   */
  remove?(accountId: string): Promise<void>;
  /** Leaves nothing of any bucket. No place that was given before is used any more. */
  clear(): Promise<void>;
}

/**
 * Stands before a storage until a signal is given. Whoever is then still writing is refused, so that nothing of a
 * bucket that was emptied comes back.
 */
export function revocableStorage(storage: ObjectStorage, revoked: AbortSignal): ObjectStorage {
  const held = (): ObjectStorage => {
    if (revoked.aborted) throw new Error('The bucket was emptied meanwhile.');
    return storage;
  };
  return {
    load: async () => held().load(),
    keepNote: async (note) => held().keepNote(note),
    dropNote: async (name) => held().dropNote(name),
    receive(size) {
      const blob = held().receive(size);
      return {
        write(piece) {
          held();
          return blob.write(piece);
        },
        async keep() {
          held();
          return blob.keep();
        },
        discard: () => blob.discard(),
      };
    },
    read: (...extent) => held().read(...extent),
    dropBlob: async (blob) => held().dropBlob(blob),
    keepOnly: async (blobs) => held().keepOnly(blobs),
    destroy: async () => held().destroy(),
  };
}
