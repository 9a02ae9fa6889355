import { describe, expect, it } from 'vitest';
import { objectLimits } from '../../../spec/engine-limits.ts';
import { memoryStorage } from './memory-storage.ts';
import type { ObjectMetadata, ObjectStorage } from './object-record.ts';
import { createObjectStore } from './object-store.ts';
import type { ObjectBytes } from './receive-bytes.ts';
import { text } from './testing/storage-cases.ts';

const plain: ObjectMetadata = { headers: {}, custom: {}, storageClass: 'Standard' };
const failing = (failure: string) => expect.objectContaining({ failure });
const md5OfAbc = '900150983cd24fb0d6963f7d28e17f72';

/** A store, and the number of blobs and notes in its storage. */
function openStore(storage = memoryStorage(), parts: { readonly now?: () => number } = {}) {
  const blobs = new Set<string>();
  const counted: ObjectStorage = {
    ...storage,
    receive(size) {
      const blob = storage.receive(size);
      return {
        write: blob.write,
        discard: blob.discard,
        async keep() {
          const name = await blob.keep();
          blobs.add(name);
          return name;
        },
      };
    },
    async dropBlob(name) {
      await storage.dropBlob(name);
      blobs.delete(name);
    },
  };
  return { store: createObjectStore({ storage: counted, ...parts }), storage, blobs };
}

type Store = ReturnType<typeof openStore>['store'];

async function read(store: Store, key: string): Promise<string | undefined> {
  const found = await store.get(key);
  return found?.body ? new Response(found.body).text() : undefined;
}

/** Bytes that arrive on demand. */
function slowBytes(size: number) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const bytes: ObjectBytes = { pieces: readable, size };
  return { bytes, writer };
}

describe('a store of objects', () => {
  it('returns a stored object, with its record', async () => {
    const { store } = openStore(undefined, { now: () => 42 });
    const metadata = { ...plain, headers: { contentType: 'text/plain' }, custom: { a: 'b' } };
    const record = await store.put('a/b', text('abc'), metadata);
    expect(record).toMatchObject({
      key: 'a/b',
      size: 3,
      etag: md5OfAbc,
      uploaded: 42,
      checksums: { md5: md5OfAbc },
      ...metadata,
    });
    expect(record?.version).toMatch(/^[0-9a-f]{32}$/);
    expect(await store.head('a/b')).toEqual(record);
    expect(await read(store, 'a/b')).toBe('abc');
    expect([await store.head('a'), await store.get('b')]).toEqual([undefined, undefined]);
  });

  it('stores empty objects and an empty name', async () => {
    const { store, blobs } = openStore();
    const record = await store.put('', text(''), plain);
    expect([record?.etag, record?.size]).toEqual(['d41d8cd98f00b204e9800998ecf8427e', 0]);
    expect(await read(store, '')).toBe('');
    expect(blobs.size).toBe(0);
  });

  it('lets a reader of a replaced or deleted object finish, and then deletes the bytes', async () => {
    const { store, blobs } = openStore();
    const old = text('old'.repeat(200_000));
    await store.put('a', old, plain);
    const [first, second] = [await store.get('a'), await store.get('a')];
    const reader = first?.body?.getReader();
    const begun = await reader?.read();
    await store.put('a', text('new'), plain);
    await store.delete(['a']);
    expect(blobs.size).toBe(1);
    let length = begun?.value?.length ?? 0;
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      length += part.value.length;
    expect(length).toBe(old.length);
    expect(blobs.size).toBe(1);
    await second?.body?.cancel();
    expect(blobs.size).toBe(0);
    expect(await store.get('a')).toBeUndefined();
  });

  it('has one complete object of concurrent writers, and no bytes of the others', async () => {
    const { store, blobs } = openStore();
    const contents = Array.from({ length: 20 }, (_, at) => String(at).repeat(5_000));
    await Promise.all(contents.map((content) => store.put('a', text(content), plain)));
    expect(contents).toContain(await read(store, 'a'));
    expect(blobs.size).toBe(1);
  });

  it('stores only one of many concurrent puts that require no object', async () => {
    const { store, blobs } = openStore();
    const condition = { differs: [{ type: 'any' } as const] };
    const stored = await Promise.all(
      Array.from({ length: 9 }, (_, at) => store.put('a', text(`${at}`), plain, { condition })),
    );
    const [record, ...others] = stored.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect(await store.head('a')).toEqual(record);
    expect(blobs.size).toBe(1);
  });

  it('has the old object until the new one is complete', async () => {
    const { store, blobs } = openStore();
    await store.put('a', text('old'), plain);
    const { bytes, writer } = slowBytes(6);
    const putting = store.put('a', bytes, plain);
    await writer.write(text('new'));
    expect(await read(store, 'a')).toBe('old');
    await writer.write(text('new'));
    await writer.close();
    await putting;
    expect(await read(store, 'a')).toBe('newnew');
    expect(blobs.size).toBe(1);
  });

  it('keeps the old object when the new one never completes', async () => {
    const { store, blobs } = openStore();
    await store.put('a', text('old'), plain);
    for (const end of ['abort', 'close', 'write'] as const) {
      const { bytes, writer } = slowBytes(6);
      const putting = expect(store.put('a', bytes, plain)).rejects.toThrow();
      await writer.write(text('new'));
      if (end === 'write') await writer.write(text('too much')).catch(() => {});
      else if (end === 'abort') await writer.abort(new Error('gone'));
      else await writer.close();
      await putting;
      expect(await read(store, 'a')).toBe('old');
      expect(blobs.size).toBe(1);
    }
  });

  it.each([
    ['sha1', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['sha256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['md5', md5OfAbc.toUpperCase()],
  ] as const)('keeps a valid checksum, in addition to the MD5: %s', async (algorithm, digits) => {
    const { store } = openStore();
    const record = await store.put('a', text('abc'), plain, { checksum: { algorithm, digits } });
    expect(record?.checksums).toEqual({ md5: md5OfAbc, [algorithm]: digits.toLowerCase() });
  });

  it('stores nothing with a wrong checksum', async () => {
    const { store, blobs } = openStore();
    const checksum = { algorithm: 'sha1', digits: 'a'.repeat(40) } as const;
    await expect(store.put('a', text('abc'), plain, { checksum })).rejects.toMatchObject({
      failure: 'bad-checksum',
      given: 'a'.repeat(40),
      actual: 'a9993e364706816aba3e25717850c26c9cd0d89d',
    });
    expect([await store.head('a'), blobs.size]).toEqual([undefined, 0]);
  });

  it('returns bytes only for the key that they were put with', async () => {
    const { store } = openStore();
    await store.put('a', text('abc'), { ...plain, secretMd5: 'x' });
    for (const secretMd5 of [undefined, 'y'])
      await expect(store.get('a', { secretMd5 })).rejects.toEqual(failing('wrong-secret'));
    expect(await new Response((await store.get('a', { secretMd5: 'x' }))?.body).text()).toBe('abc');
    await store.put('a', text('abc'), plain);
    await expect(store.get('a', { secretMd5: 'x' })).rejects.toEqual(failing('wrong-secret'));
  });

  it('accepts keys and metadata up to their limits', async () => {
    const { store } = openStore();
    const key = `${'✓'.repeat(341)}a`;
    expect(new TextEncoder().encode(key)).toHaveLength(objectLimits.keyBytes);
    await store.put(key, text(''), { ...plain, custom: { ab: 'c'.repeat(8_190) } });
    await store.put(key, text(''), { ...plain, custom: { ab: '✓'.repeat(4_095) } });
    await expect(store.put(`${key}b`, text(''), plain)).rejects.toEqual(failing('bad-key'));
    await expect(store.delete(['a', `${key}b`])).rejects.toEqual(failing('bad-key'));
    for (const custom of [{ ab: 'c'.repeat(8_191) }, { ab: '✓'.repeat(4_096) }])
      await expect(store.put('a', text(''), { ...plain, custom })).rejects.toEqual(
        failing('metadata-too-large'),
      );
    const pieces = { async *[Symbol.asyncIterator]() {} };
    const bytes = { pieces, size: objectLimits.uploadBytes + 1 };
    await expect(store.put('a', bytes, plain)).rejects.toEqual(failing('too-large'));
  });

  it('lists existing objects', async () => {
    const { store } = openStore();
    for (const key of ['b', 'a/1', 'a/2', 'c']) await store.put(key, text(key), plain);
    await store.delete(['b', 'x']);
    const { records, prefixes, cursor } = await store.list({ delimiter: '/', limit: 1 });
    expect([records, prefixes]).toEqual([[], ['a/']]);
    const next = await store.list({ delimiter: '/', cursor });
    expect(next.records.map(({ key, size }) => [key, size])).toEqual([['c', 1]]);
    expect(next.cursor).toBeUndefined();
  });

  it('restores the kept objects of its storage, and deletes unreferenced bytes', async () => {
    const storage = memoryStorage();
    const { store } = openStore(storage);
    const record = await store.put('a', text('abc'), { ...plain, custom: { ä: '✓' } });
    await store.put('b', text('b'), plain);
    await store.delete(['b']);
    const lost = storage.receive();
    lost.write(text('lost'));
    const blob = await lost.keep();
    const again = createObjectStore({ storage });
    expect(await again.head('a')).toEqual(record);
    expect(await read(again, 'a')).toBe('abc');
    expect((await again.list()).records).toEqual([record]);
    const left: Uint8Array[] = [];
    for await (const piece of storage.read(blob, 0, 4)) left.push(piece);
    expect(left).toEqual([]);
  });

  it.each([
    ['no JSON', 'object a', '{'],
    ['something else', 'object a', '"text"'],
    ['another object', 'object a', '{"object":{"key":"b"}}'],
  ])('opens no storage that has %s in a note', async (_, name, content) => {
    const storage = memoryStorage();
    await storage.keepNote({ name, text: content });
    await expect(createObjectStore({ storage }).head('a')).rejects.toEqual(failing('damaged'));
  });

  it('leaves no bytes behind when the record cannot be stored', async () => {
    const storage = memoryStorage();
    const full = { ...storage, keepNote: () => Promise.reject(new Error('full')) };
    const { store, blobs } = openStore(full);
    await expect(store.put('a', text('abc'), plain)).rejects.toThrow('full');
    expect([await store.head('a'), blobs.size]).toEqual([undefined, 0]);
  });
});
