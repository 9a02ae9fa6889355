import { describe, expect, it } from 'vitest';
import type { ObjectStorage } from '../object-record.ts';

export const text = (words: string) => new TextEncoder().encode(words);

/** All bytes of a blob. */
export async function readAll(storage: ObjectStorage, blob: string, offset: number, length: number) {
  const pieces: Uint8Array[] = [];
  for await (const piece of storage.read(blob, offset, length)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Stores pieces as one blob. */
export async function keepAll(storage: ObjectStorage, ...pieces: readonly Uint8Array[]): Promise<string> {
  const blob = storage.receive();
  for (const piece of pieces) await blob.write(piece);
  return blob.keep();
}

/**
 * Tests for every storage of objects.
 *
 * @param open opens a storage in one place, empty the first time; later calls reopen the same place
 */
export function describeStorage(what: string, open: () => Promise<{ again: () => ObjectStorage }>): void {
  describe(`objects kept ${what}`, () => {
    const fresh = async () => {
      const { again } = await open();
      const storage = again();
      expect(await storage.load()).toEqual([]);
      return { storage, again };
    };

    it('keeps notes by name, the last one of each', async () => {
      const { storage, again } = await fresh();
      const names = [
        'a',
        'object ../../../etc/passwd',
        'object a/b',
        'object é\n"',
        `object ${'k'.repeat(1_024)}`,
        'b',
      ];
      for (const name of names) await storage.keepNote({ name, text: `first of ${name}` });
      for (const name of names) await storage.keepNote({ name, text: `{"of": "${name}"}\n` });
      await storage.dropNote('b');
      await storage.dropNote('c');
      const notes = await again().load();
      expect(notes.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
        names
          .filter((name) => name !== 'b')
          .toSorted()
          .map((name) => ({ name, text: `{"of": "${name}"}\n` })),
      );
    });

    it('reads any range of a blob, as written', async () => {
      const { storage } = await fresh();
      const piece = text('hello ');
      const incoming = storage.receive(11);
      await incoming.write(piece);
      piece.fill(0);
      await incoming.write(text('world'));
      const blob = await incoming.keep();
      for (const [offset, length, expected] of [
        [0, 11, 'hello world'],
        [4, 3, 'o w'],
        [10, 1, 'd'],
        [3, 0, ''],
      ] as const)
        expect((await readAll(storage, blob, offset, length)).toString()).toBe(expected);
      for await (const read of storage.read(blob, 0, 11)) read.fill(0);
      expect((await readAll(storage, blob, 0, 11)).toString()).toBe('hello world');
    });

    it('keeps blobs of many pieces of any size', async () => {
      const { storage } = await fresh();
      const pieces = [1, 4_096, 262_144, 700_001, 3].map((size, at) => new Uint8Array(size).fill(at + 1));
      const whole = Buffer.concat(pieces);
      const blob = await keepAll(storage, ...pieces);
      expect((await readAll(storage, blob, 0, whole.length)).equals(whole)).toBe(true);
      expect((await readAll(storage, blob, 262_000, 300_000)).equals(whole.subarray(262_000, 562_000))).toBe(
        true,
      );
    });

    it('gives each blob a unique name of letters, digits and dashes', async () => {
      const { storage } = await fresh();
      const names = await Promise.all(Array.from('abc', (letter) => keepAll(storage, text(letter))));
      expect(new Set(names).size).toBe(3);
      for (const name of names) expect(name).toMatch(/^[\w-]+$/);
      for (const [at, name] of names.entries())
        expect((await readAll(storage, name, 0, 1)).toString()).toBe('abc'[at]);
    });

    it('deletes named blobs, and all but some', async () => {
      const { storage } = await fresh();
      const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((letter) => keepAll(storage, text(letter))));
      const left = async () => {
        const found = await Promise.allSettled([a, b, c].map((name) => readAll(storage, name ?? '', 0, 1)));
        return found.map((one) => (one.status === 'fulfilled' ? one.value.toString() : ''));
      };
      await storage.dropBlob(a ?? '');
      await storage.dropBlob(a ?? '');
      expect(await left()).toEqual(['', 'b', 'c']);
      await storage.keepOnly(new Set([c ?? '']));
      expect(await left()).toEqual(['', '', 'c']);
    });

    it('leaves nothing of a discarded blob', async () => {
      const { storage } = await fresh();
      const incoming = storage.receive(3);
      await incoming.write(text('abc'));
      await incoming.discard();
      await storage.receive().discard();
      await storage.keepOnly(new Set());
      expect(await storage.load()).toEqual([]);
    });

    it('is empty after it was destroyed, and accepts more', async () => {
      const { storage, again } = await fresh();
      await keepAll(storage, text('a'));
      await storage.keepNote({ name: 'a', text: 'b' });
      await storage.destroy();
      expect(await again().load()).toEqual([]);
      await storage.keepNote({ name: 'c', text: 'd' });
      expect(await again().load()).toEqual([{ name: 'c', text: 'd' }]);
    });
  });
}
