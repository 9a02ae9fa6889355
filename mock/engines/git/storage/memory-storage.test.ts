import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChunkedBytes, memoryStorage } from './memory-storage.ts';

const id = '6fb5d4cde03e74a0bb9168b504a8681ce5ad6ac6';

const bytes = Uint8Array.from([1, 2, 3]);

test('a new repository has a head and nothing else', async () => {
  expect(await memoryStorage('refs/heads/trunk').load()).toEqual({
    packs: [],
    refs: new Map(),
    head: 'refs/heads/trunk',
  });
});

test('a pack is visible once it is kept, and not when it is discarded', async () => {
  const storage = memoryStorage();
  const kept = storage.receive();
  const discarded = storage.receive();
  await kept.write(bytes);
  await discarded.write(bytes);
  await discarded.discard();
  expect((await storage.load()).packs).toEqual([]);
  const pack = await kept.keep(id, bytes);
  expect((await storage.load()).packs).toEqual([pack]);
  expect(pack.bytes.slice(1, 5)).toEqual(Uint8Array.from([2, 3]));
});

test('refs and the head change, and are deleted with the repository', async () => {
  const storage = memoryStorage();
  await storage.changeRefs([{ name: 'refs/heads/a', from: undefined, to: id }]);
  await storage.changeRefs(
    [
      { name: 'refs/heads/a', from: id, to: undefined },
      { name: 'refs/heads/b', from: undefined, to: id },
    ],
    'refs/heads/b',
  );
  expect(await storage.load()).toMatchObject({ refs: new Map([['refs/heads/b', id]]), head: 'refs/heads/b' });
  await storage.destroy();
  expect((await storage.load()).refs.size).toBe(0);
});

test('a removed pack can still be read by its holders', async () => {
  const storage = memoryStorage();
  const incoming = storage.receive();
  await incoming.write(bytes);
  const pack = await incoming.keep(id, bytes);
  await storage.removePacks([id, 'a'.repeat(40)]);
  expect((await storage.load()).packs).toEqual([]);
  expect(pack.bytes.slice(0, 5)).toEqual(bytes);
});

test('any part of the appended pieces is returned', () => {
  const pieces = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, fc.nat(300_000), fc.nat(300_000), fc.boolean(), (sizes, offset, length, trimmed) => {
      const bytes = new ChunkedBytes();
      const all = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0)).map(
        (_, at) => (at * 7 + (at >> 8)) % 256,
      );
      let at = 0;
      for (const size of sizes) {
        bytes.append(all.subarray(at, at + size));
        at += size;
      }
      if (trimmed) bytes.trim();
      expect(bytes.size).toBe(all.length);
      const part = all.slice(offset, offset + length);
      expect(Buffer.compare(bytes.slice(offset, length), part)).toBe(0);
      expect(Buffer.compare(readOn(bytes, offset, length), part)).toBe(0);
    }),
    { numRuns: 60 },
  );
});

/** A part piece by piece, none of them a copy. */
function readOn(bytes: ChunkedBytes, offset: number, length: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = offset; ; ) {
    const piece = bytes.part(at, offset + length - at);
    if (piece.length === 0) return Buffer.concat(pieces);
    expect(bytes.part(at, 1).buffer).toBe(piece.buffer);
    pieces.push(piece);
    at += piece.length;
  }
}

test('returned bytes stay as they were when more are appended', () => {
  const bytes = new ChunkedBytes();
  bytes.append(Uint8Array.from([1, 2, 3]));
  const given = bytes.slice(0, 10);
  for (let n = 0; n < 5; n++) bytes.append(new Uint8Array(30_000).fill(9));
  expect(given).toEqual(Uint8Array.from([1, 2, 3]));
  bytes.clear();
  expect(bytes.size).toBe(0);
  expect(bytes.slice(0, 10)).toHaveLength(0);
});
