import type { ObjectStorage, ObjectStore } from '../../engines/objects/index.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** The buckets of a mock: the same name of an account is the same bucket in every binding. */
export interface Buckets {
  /** Returns the objects of a bucket, which exists as soon as it is named. */
  store(accountId: string, bucketName: string): Promise<ObjectStore>;
  /** Names of an account's buckets that were used since the start, that a snapshot restored, or that their host has. */
  names(accountId: string): Promise<readonly string[]>;
  /** Sets what fills buckets after each reset, before any other use. */
  fillWith(fill: (store: Buckets['store']) => Promise<void>): void;
}

/**
 * The buckets of a world. A reset empties them, and they are removed with their account. A snapshot contains the
 * buckets in memory; objects in other storage stay as they are, even if their account is removed while a snapshot has
 * it.
 *
 * @param host storage of the buckets; by default in memory
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
    // The next call tries again to open what failed.
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

  /** Makes the next call open buckets anew with their initial contents, except for those in other storage. */
  function close(account: Account | undefined): void {
    for (const [place, { storage, revoked }] of era.buckets) {
      if (!isOf(account, place) || (storage && !storage.copy)) continue;
      revoked.abort();
      era.buckets.delete(place);
    }
    for (const place of era.starts.keys()) if (isOf(account, place)) era.starts.delete(place);
  }

  /** Removes what other storage has of a removed account, once no bucket of it is being opened. */
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
      .catch((error: unknown) => console.error('touchstone: could not remove objects', error));
    era = { ...era, ready: Promise.all([ready, removed]).then(() => {}) };
    // Opening the bucket reports the error.
    era.ready.catch(() => {});
  }

  world.join({
    reset() {
      for (const { revoked } of era.buckets.values()) revoked.abort();
      const cleared = newEra(era.ready.catch(() => {}).then(() => host.clear()));
      const filled = cleared.ready.then(() => fill((...place) => storeIn(cleared, ...place)));
      era = { ...cleared, ready: filled };
      // Opening the bucket reports the error.
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
    async names(accountId) {
      const { buckets, starts, ready } = era;
      await ready;
      const used = [...buckets.keys(), ...starts.keys()]
        .filter((place) => isOf({ id: accountId }, place))
        .map((place) => place.slice(accountId.length + 1));
      return [...new Set([...used, ...((await host.names?.(accountId)) ?? [])])].sort();
    },
    fillWith(wanted) {
      fill = wanted;
    },
  };
}

interface Bucket {
  readonly revoked: AbortController;
  /** Its objects, once it is open. */
  storage: ObjectStorage | undefined;
  readonly store: Promise<ObjectStore>;
}

type Account = Pick<AccountTenant, 'id'>;

/** The state between two resets. */
interface Era {
  /** Settles once the previous contents are removed. */
  readonly ready: Promise<void>;
  /** The buckets in use, by place. */
  readonly buckets: Map<string, Bucket>;
  /** Contents of buckets from a snapshot, to use when they are opened. */
  readonly starts: Map<string, ObjectStorage>;
  /** Ids of accounts that a snapshot may restore. */
  readonly remembered: Set<string>;
}

function newEra(ready: Promise<void>): Era {
  // Opening the bucket reports the error.
  ready.catch(() => {});
  return { ready, buckets: new Map(), starts: new Map(), remembered: new Set() };
}

const getPlace = (accountId: string, bucketName: string) => `${accountId}/${bucketName}`;

/** Whether a place belongs to the given account, if there is one. */
const isOf = (account: Account | undefined, place: string) =>
  account === undefined || place.startsWith(`${account.id}/`);

/** Loaded with the first bucket. */
const inMemory: BucketHost = {
  storageFor: async () => (await import('../../engines/objects/index.ts')).memoryStorage(),
  async clear() {},
};

/**
 * Storage of buckets: by default in memory, for the life of the mock.
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
   * Returns the storage of a bucket, empty at first. Called once, by the first call that needs it, and again after a
   * reset.
   *
   * @param accountId 32 hexadecimal digits
   * @param bucketName 3 to 63 lower-case letters, digits and hyphens
   */
  storageFor(accountId: string, bucketName: string): ObjectStorage | Promise<ObjectStorage>;
  /** Names of the buckets that it has of an account, for storage that outlives the mock. */
  names?(accountId: string): Promise<readonly string[]>;
  /**
   * Removes all buckets of a deleted account that no snapshot has; none of its storages is used any more. Without this
   * method, they stay until everything is cleared.
   */
  remove?(accountId: string): Promise<void>;
  /** Removes all buckets; no storage returned before is used any more. */
  clear(): Promise<void>;
}

/**
 * Wraps a storage until the signal aborts. Later writes are refused, so that nothing returns to an emptied bucket.
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
