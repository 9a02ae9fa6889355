import { objectLimits } from '../../../spec/engine-limits.ts';
import { type ByteRange, type Extent, extentOfHeader, getExtent } from './byte-range.ts';
import { type Condition, holds } from './condition.ts';
import { KeyTurns } from './key-turns.ts';
import { KeyList, type ListQuery, listKeys } from './list-keys.ts';
import { ObjectError } from './object-error.ts';
import {
  blobsOfState,
  getBlobs,
  getState,
  metadataLength,
  type ObjectMetadata,
  type ObjectRecord,
  type ObjectStorage,
  objectNote,
  type PartName,
  toNote,
} from './object-record.ts';
import { BlobKeeper, type Checksum, type ObjectBytes, receiveBytes } from './receive-bytes.ts';
import { Uploads } from './uploads.ts';

export interface ObjectStoreParts {
  readonly storage: ObjectStorage;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** A new unique id; default: 32 hexadecimal digits. */
  readonly newId?: (() => string) | undefined;
}

export interface GetOptions {
  readonly condition?: Condition | undefined;
  /** The requested bytes, or a `Range` header. */
  readonly range?: ByteRange | { readonly header: string } | undefined;
  /** MD5, in base64, of the encryption key. */
  readonly secretMd5?: string | undefined;
}

export interface PutOptions {
  readonly condition?: Condition | undefined;
  readonly checksum?: Checksum | undefined;
}

/** An existing object. */
export interface FoundObject {
  readonly record: ObjectRecord;
  readonly extent: Extent;
  /** The bytes of the extent; none if the condition fails. Must be read to its end, or cancelled. */
  readonly body?: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface ListedObjects {
  readonly records: readonly ObjectRecord[];
  readonly prefixes: readonly string[];
  readonly cursor?: string | undefined;
}

/** How much a store has. */
export interface ObjectUsage {
  readonly objects: number;
  readonly bytes: number;
}

/** Objects by key. Puts and deletes of one key run one after another. */
export interface ObjectStore {
  head(key: string): Promise<ObjectRecord | undefined>;
  get(key: string, options?: GetOptions): Promise<FoundObject | undefined>;
  /** @returns undefined if the condition fails; then nothing is put */
  put(
    key: string,
    bytes: ObjectBytes,
    metadata: ObjectMetadata,
    options?: PutOptions,
  ): Promise<ObjectRecord | undefined>;
  delete(keys: readonly string[]): Promise<void>;
  list(query?: ListQuery): Promise<ListedObjects>;
  /** Number and size of all objects. */
  getUsage(): Promise<ObjectUsage>;

  createUpload(key: string, metadata: ObjectMetadata): Promise<string>;
  putPart(
    key: string,
    upload: string,
    number: number,
    bytes: ObjectBytes,
    secretMd5?: string,
  ): Promise<PartName>;
  completeUpload(key: string, upload: string, parts: readonly PartName[]): Promise<ObjectRecord>;
  abortUpload(key: string, upload: string): Promise<void>;
}

/**
 * A store of objects on a storage without other writers. The first call reads the storage.
 *
 * @throws ObjectError from each function, if an operation fails
 * @example
 * const store = createObjectStore({ storage: memoryStorage() });
 * await store.put('a', bytes, { headers: {}, custom: {}, storageClass: 'Standard' });
 */
export function createObjectStore(parts: ObjectStoreParts): ObjectStore {
  let opened: Promise<OpenStore> | undefined;
  const open = () => {
    opened ??= openStore(parts).catch((error) => {
      // After a failure, the storage is read again.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const withKey = async (key: string) => {
    assertKey(key);
    return open();
  };
  return {
    head: async (key) => (await withKey(key)).objects.get(key),
    get: async (key, options = {}) => get(await withKey(key), key, options),
    put: async (key, bytes, metadata, options = {}) => {
      assertMetadata(metadata);
      return put(await withKey(key), key, bytes, metadata, options);
    },
    async delete(keys) {
      for (const key of keys) assertKey(key);
      const store = await open();
      await Promise.all(keys.map((key) => remove(store, key)));
    },
    async list(query = {}) {
      const { keys, objects } = await open();
      const { keys: listed, prefixes, cursor } = listKeys(keys, query);
      return { records: listed.flatMap((key) => objects.get(key) ?? []), prefixes, cursor };
    },

    async getUsage() {
      const { objects } = await open();
      let bytes = 0;
      for (const { size } of objects.values()) bytes += size;
      return { objects: objects.size, bytes };
    },

    createUpload: async (key, metadata) => {
      assertMetadata(metadata);
      return (await withKey(key)).uploads.create(key, metadata);
    },
    putPart: async (key, ...rest) => (await withKey(key)).uploads.putPart(key, ...rest),
    completeUpload: async (key, ...rest) => (await withKey(key)).uploads.complete(key, ...rest),
    abortUpload: async (key, upload) => (await withKey(key)).uploads.abort(key, upload),
  };
}

/** A store whose storage is loaded. */
interface OpenStore {
  readonly storage: ObjectStorage;
  readonly blobs: BlobKeeper;
  readonly objects: Map<string, ObjectRecord>;
  readonly keys: KeyList;
  readonly uploads: Uploads;
  readonly turns: KeyTurns;
  readonly now: () => number;
  readonly newId: () => string;
}

async function openStore({
  storage,
  now = Date.now,
  newId = randomId,
}: ObjectStoreParts): Promise<OpenStore> {
  const state = getState(await storage.load());
  await storage.keepOnly(blobsOfState(state));
  const blobs = new BlobKeeper(storage);
  const { objects } = state;
  const turns = new KeyTurns();
  const replace = (record: ObjectRecord) => turns.take(record.key, () => keep(store, record));
  const uploads = new Uploads({ storage, blobs, uploads: state.uploads, now, newId, replace });
  const store: OpenStore = {
    storage,
    blobs,
    objects,
    keys: new KeyList(objects.keys()),
    uploads,
    turns,
    now,
    newId,
  };
  await uploads.expire();
  return store;
}

function get({ objects, blobs }: OpenStore, key: string, options: GetOptions): FoundObject | undefined {
  const record = objects.get(key);
  if (record === undefined) return undefined;
  const everything = { offset: 0, length: record.size };
  if (!holds(options.condition ?? {}, record)) return { record, extent: everything };
  if (record.secretMd5 !== options.secretMd5)
    throw new ObjectError('wrong-secret', 'The object was put with another key of encryption, or with none.');
  const { range } = options;
  const asked =
    range && ('header' in range ? extentOfHeader(range.header, record.size) : getExtent(range, record.size));
  const extent = asked ?? everything;
  return { record, extent, body: blobs.read(record.segments, extent) };
}

async function put(
  store: OpenStore,
  key: string,
  bytes: ObjectBytes,
  metadata: ObjectMetadata,
  { condition = {}, checksum }: PutOptions,
): Promise<ObjectRecord | undefined> {
  const received = await receiveBytes(store.storage, bytes, checksum);
  try {
    return await store.turns.take(key, async () => {
      if (!holds(condition, store.objects.get(key))) {
        await store.blobs.drop(getBlobs(received));
        return undefined;
      }
      const { checksums, size, segments } = received;
      const uploaded = store.now();
      const version = store.newId();
      const record = { ...metadata, key, version, size, etag: checksums.md5, uploaded, checksums, segments };
      await keep(store, record);
      return record;
    });
  } catch (error) {
    await store.blobs.drop(getBlobs(received));
    throw error;
  }
}

/** Puts a record, replacing one with its key. */
async function keep({ storage, objects, keys, blobs }: OpenStore, record: ObjectRecord): Promise<void> {
  await storage.keepNote(toNote({ object: record }));
  const former = objects.get(record.key);
  objects.set(record.key, record);
  if (former === undefined) keys.add(record.key);
  else await blobs.drop(getBlobs(former));
}

function remove({ storage, objects, keys, blobs, turns }: OpenStore, key: string): Promise<void> {
  return turns.take(key, async () => {
    const record = objects.get(key);
    if (record === undefined) return;
    await storage.dropNote(objectNote(key));
    objects.delete(key);
    keys.remove(key);
    await blobs.drop(getBlobs(record));
  });
}

const encoder = new TextEncoder();

function assertKey(key: string): void {
  // Only a long key can be too long: a UTF-16 unit has three bytes at most.
  if (key.length * 3 <= objectLimits.keyBytes) return;
  const bytes = encoder.encode(key).length;
  if (bytes > objectLimits.keyBytes)
    throw new ObjectError('bad-key', `A key has ${objectLimits.keyBytes} bytes at most, not ${bytes}.`);
}

function assertMetadata({ custom }: ObjectMetadata): void {
  const length = metadataLength(custom);
  if (length > objectLimits.metadataLength)
    throw new ObjectError(
      'metadata-too-large',
      `Custom metadata has ${objectLimits.metadataLength} characters at most, not ${length}.`,
    );
}

const randomId = () => crypto.randomUUID().replaceAll('-', '');
