import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pyodideFolder } from './pyodide-files.ts';
import { keptSnapshot, makeSnapshot, packSnapshot, readSnapshot } from './snapshot.ts';
import { createThreadedPython } from './threaded-python.ts';

/** The hash of a text depends on a random number in the snapshot. */
const code = 'import logging\n[hash("a"), logging.LogRecord(*"abcdefg").relativeCreated < 60_000]';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-snapshot-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function getResults(kept: string) {
  const python = createThreadedPython({ warm: 0 }, () => {}, pyodideFolder(), kept);
  try {
    return (await python.run({ code })).results;
  } finally {
    await python.close();
  }
}

it('starts programs from a kept snapshot, and from a new one when that is damaged', async () => {
  const file = join(folder, 'python-now.snapshot');
  await writeFile(join(folder, 'python-once.snapshot'), '');
  expect(await makeSnapshot(pyodideFolder(), file)).toBe(file);
  expect(await readdir(folder)).toEqual(['python-now.snapshot']);

  const results = await getResults(file);
  expect(results).toEqual([{ json: [expect.any(Number), true] }]);
  expect(await getResults(file)).toEqual(results);

  await writeFile(file, (await readFile(file)).subarray(0, 1_000));
  const others = await getResults(file);
  expect(others).toEqual([{ json: [expect.any(Number), true] }]);
  expect(others).not.toEqual(results);
}, 60_000);

it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
  ['empty', () => new Uint8Array()],
  ['cut off', (bytes) => bytes.subarray(0, -1)],
  ['cut in half', (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ['changed by one byte', (bytes) => bytes.with(bytes.length - 100, (bytes.at(-100) ?? 0) ^ 1)],
  ['something else', () => new TextEncoder().encode('{}')],
])('does not read a file that is %s', async (_, damage) => {
  const memory = Uint8Array.from({ length: 9_000 }, (_, at) => (at * at) % 251);
  const shared = new SharedArrayBuffer(memory.length);
  new Uint8Array(shared).set(memory);
  const file = join(folder, 'damaged');
  const packed = await packSnapshot(shared);
  await writeFile(file, packed);
  expect(await readSnapshot(file)).toEqual(shared);
  await writeFile(file, damage(new Uint8Array(packed)));
  expect(await readSnapshot(file)).toBeUndefined();
});

it('keeps no snapshot in a read-only folder', async () => {
  const never = new AbortController().signal;
  const pyodide = join(folder, 'node_modules', 'pyodide');
  await mkdir(pyodide, { recursive: true });
  await writeFile(join(pyodide, 'package.json'), '{"version":"1.0.0"}');
  await writeFile(join(folder, 'node_modules', '.cache'), 'no folder');
  expect(await keptSnapshot(never, pyodide)).toBeUndefined();
  expect(await keptSnapshot(never, join(folder, 'nowhere'))).toBeUndefined();
});
