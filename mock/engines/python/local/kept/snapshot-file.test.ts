import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinedParts } from '../changed-parts.ts';
import { type KeptSnapshot, readSnapshot, writeSnapshot } from './snapshot-file.ts';

const memory = Uint8Array.from({ length: 9_000 }, (_, at) => (at * at) % 251);
const parts = [10, 5_000, 6_000, 9_000];
const kept: KeptSnapshot = {
  snapshot: { head: joinedParts(memory, [0, 128]), memory: joinedParts(memory, parts), parts },
  product: 'Pyodide/1',
  texts: { loader: 'a\nb', glue: 'é', abi: '2026', exports: ['memory'] },
};

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-snapshot-'));
  file = join(folder, 'kept');
});
afterAll(() => rm(folder, { recursive: true }));

describe('a kept snapshot', () => {
  it('is what it was', async () => {
    await writeFile(file, await writeSnapshot(kept, 'hash', 3));
    expect(await readSnapshot(file, 'hash')).toEqual(kept);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['empty', () => new Uint8Array()],
    ['cut off', (bytes) => bytes.subarray(0, -1)],
    ['cut in half', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['another by one byte', (bytes) => bytes.with(bytes.length - 100, (bytes.at(-100) ?? 0) ^ 1)],
    ['something else', () => new TextEncoder().encode('{"pyodide":"hash"}\n')],
  ])('is not used where it is %s', async (_, damage) => {
    await writeFile(file, await writeSnapshot(kept, 'hash', 3));
    await writeFile(file, damage(new Uint8Array(await readFile(file))));
    expect(await readSnapshot(file, 'hash')).toBeUndefined();
  });

  it('is not used where it was made from other files, has other bytes than it says, or is not there', async () => {
    await writeFile(file, await writeSnapshot(kept, 'hash', 3));
    expect(await readSnapshot(file, 'other')).toBeUndefined();
    const short = { ...kept, snapshot: { ...kept.snapshot, parts: [10, 5_000] } };
    await writeFile(file, await writeSnapshot(short, 'hash', 3));
    expect(await readSnapshot(file, 'hash')).toBeUndefined();
    expect(await readSnapshot(join(folder, 'none'), 'hash')).toBeUndefined();
  });
});
