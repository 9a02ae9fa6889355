import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { objectLimits } from '../../../spec/engine-limits.ts';
import { memoryStorage } from './memory-storage.ts';
import type { ObjectMetadata, PartName } from './object-record.ts';
import { createObjectStore, type ObjectStore } from './object-store.ts';
import { text } from './testing/storage-cases.ts';

const plain: ObjectMetadata = { headers: {}, custom: {}, storageClass: 'Standard' };
const failing = (failure: string) => expect.objectContaining({ failure });
const least = objectLimits.partBytes;
const filled = (size: number, byte: number) => new Uint8Array(size).fill(byte);
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest();

/** An upload with parts of these sizes, each filled with its number. */
async function uploaded(store: ObjectStore, ...sizes: readonly number[]) {
  const id = await store.createUpload('a', plain);
  const parts: PartName[] = [];
  for (const [at, size] of sizes.entries())
    parts.push(await store.putPart('a', id, at + 1, filled(size, at + 1)));
  return { id, parts };
}

describe('an upload of parts', () => {
  it('becomes an object of its parts in the order of their numbers', async () => {
    const store = createObjectStore({ storage: memoryStorage(), now: () => 7 });
    const metadata = { ...plain, headers: { contentType: 'a/b' }, custom: { c: 'd' } };
    const id = await store.createUpload('a', metadata);
    const parts = [filled(least, 1), filled(least, 2), filled(9, 3)];
    const names = await Promise.all(parts.map((part, at) => store.putPart('a', id, at + 1, part)));
    expect(await store.head('a')).toBeUndefined();
    const [first, second, third] = names;
    const record = await store.completeUpload(
      'a',
      id,
      [second, first, third].flatMap((name) => name ?? []),
    );
    const etag = md5(Buffer.concat(parts.map(md5))).toString('hex');
    expect(record).toMatchObject({
      ...metadata,
      key: 'a',
      size: 2 * least + 9,
      etag: `${etag}-3`,
      checksums: {},
    });
    expect(await store.head('a')).toEqual(record);
    const whole = await new Response((await store.get('a'))?.body).arrayBuffer();
    expect(Buffer.from(whole).equals(Buffer.concat(parts))).toBe(true);
    const found = await store.get('a', { range: { offset: least - 2, length: least + 4 } });
    const middle = Buffer.from(await new Response(found?.body).arrayBuffer());
    expect([middle.length, middle[1], middle[2], middle.at(-3), middle.at(-2)]).toEqual([
      least + 4,
      1,
      2,
      2,
      3,
    ]);
  });

  it('uses the last part with a number, and leaves out parts that are not named', async () => {
    const storage = memoryStorage();
    const store = createObjectStore({ storage });
    const { id, parts } = await uploaded(store, 5, 6);
    const again = await store.putPart('a', id, 1, text('again'));
    await expect(store.completeUpload('a', id, parts.slice(0, 1))).rejects.toEqual(failing('missing-part'));
    await store.completeUpload('a', id, [again]);
    expect(await new Response((await store.get('a'))?.body).text()).toBe('again');
    expect((await storage.load()).map(({ name }) => name).toSorted()).toEqual(['object a', `upload ${id}`]);
  });

  it('replaces the existing object', async () => {
    const store = createObjectStore({ storage: memoryStorage() });
    await store.put('a', text('old'), plain);
    const { id, parts } = await uploaded(store, 1);
    expect((await store.head('a'))?.size).toBe(3);
    await store.completeUpload('a', id, parts);
    expect((await store.head('a'))?.size).toBe(1);
  });

  it.each<[string, readonly number[], (parts: readonly PartName[]) => readonly PartName[], string]>([
    ['a part twice', [1, 1], ([a]) => [a, a].flatMap((one) => one ?? []), 'repeated-part'],
    ['a missing part', [1], () => [{ partNumber: 2, etag: 'x' }], 'missing-part'],
    ['another etag', [1], () => [{ partNumber: 1, etag: 'x' }], 'missing-part'],
    ['a small part before the last', [least - 1, 9], (parts) => parts, 'small-part'],
    ['parts of two sizes', [least, least + 1, 9], (parts) => parts, 'unequal-parts'],
    ['a larger last part', [least, least + 1], (parts) => parts, 'unequal-parts'],
    ['a small part that is named last', [9, least], (parts) => parts.toReversed(), 'unequal-parts'],
  ])('is not completed with %s, and stays open', async (_, sizes, choose, failure) => {
    const store = createObjectStore({ storage: memoryStorage() });
    const { id, parts } = await uploaded(store, ...sizes);
    await expect(store.completeUpload('a', id, choose(parts))).rejects.toEqual(failing(failure));
    await store.completeUpload('a', id, parts.slice(0, 1));
    expect((await store.head('a'))?.size).toBe(sizes[0]);
  });

  it('is closed once it is completed or aborted, and can only be aborted again', async () => {
    const store = createObjectStore({ storage: memoryStorage() });
    const completed = await uploaded(store, 1);
    await store.completeUpload('a', completed.id, completed.parts);
    const aborted = await uploaded(store, 1);
    await store.abortUpload('a', aborted.id);
    for (const { id, parts } of [completed, aborted]) {
      await expect(store.putPart('a', id, 1, text('b'))).rejects.toEqual(failing('closed-upload'));
      await expect(store.completeUpload('a', id, parts)).rejects.toEqual(failing('closed-upload'));
      await store.abortUpload('a', id);
    }
    expect((await store.head('a'))?.size).toBe(1);
  });

  it('is identified by its id together with its key', async () => {
    const store = createObjectStore({ storage: memoryStorage() });
    const { id, parts } = await uploaded(store, 1);
    for (const [key, upload] of [
      ['a', 'x'],
      ['b', id],
    ] as const) {
      await expect(store.putPart(key, upload, 1, text('b'))).rejects.toEqual(failing('closed-upload'));
      await expect(store.completeUpload(key, upload, parts)).rejects.toEqual(failing('unknown-upload'));
      await expect(store.abortUpload(key, upload)).rejects.toEqual(failing('unknown-upload'));
    }
  });

  it('is aborted after seven days without completion, and forgotten', async () => {
    let now = 0;
    const storage = memoryStorage();
    const store = createObjectStore({ storage, now: () => now });
    const { id, parts } = await uploaded(store, 1);
    now = objectLimits.uploadMs - 1;
    await store.putPart('a', id, 2, text('b'));
    now += 1;
    await expect(store.completeUpload('a', id, parts)).rejects.toEqual(failing('closed-upload'));
    await store.createUpload('b', plain);
    await expect(store.abortUpload('a', id)).rejects.toEqual(failing('unknown-upload'));
    expect((await storage.load()).map(({ name }) => name.split(' ')[0])).toEqual(['upload']);
  });

  it('continues after the storage is reopened', async () => {
    const storage = memoryStorage();
    const { id, parts } = await uploaded(createObjectStore({ storage }), least);
    const store = createObjectStore({ storage });
    const last = await store.putPart('a', id, 2, text('end'));
    await store.completeUpload('a', id, [...parts, last]);
    expect((await createObjectStore({ storage }).head('a'))?.size).toBe(least + 3);
  });

  it('does not affect the object after a crash during its completion', async () => {
    const storage = memoryStorage();
    let isCrashing = false;
    const crashing = {
      ...storage,
      dropNote: (name: string) => (isCrashing ? Promise.reject(new Error('crash')) : storage.dropNote(name)),
    };
    const { id, parts } = await uploaded(createObjectStore({ storage }), 4);
    isCrashing = true;
    await expect(createObjectStore({ storage: crashing }).completeUpload('a', id, parts)).rejects.toThrow(
      'crash',
    );
    const store = createObjectStore({ storage });
    await store.abortUpload('a', id);
    expect((await new Response((await store.get('a'))?.body).arrayBuffer()).byteLength).toBe(4);
  });

  it('accepts parts only with the key that it was begun with', async () => {
    const store = createObjectStore({ storage: memoryStorage() });
    const id = await store.createUpload('a', { ...plain, secretMd5: 'x' });
    await expect(store.putPart('a', id, 1, text('b'))).rejects.toEqual(failing('wrong-secret'));
    const part = await store.putPart('a', id, 1, text('b'), 'x');
    expect((await store.completeUpload('a', id, [part])).secretMd5).toBe('x');
  });
});
