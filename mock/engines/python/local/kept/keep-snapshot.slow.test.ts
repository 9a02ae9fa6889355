import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pyodideFolder } from '../python-files.ts';
import { createThreadedPython } from '../threaded-python.ts';
import { keptSnapshot, makeSnapshot } from './keep-snapshot.ts';
import { snapshotName } from './places.ts';

const never = new AbortController().signal;
/** The hash of a text is by chance, and that chance is in the snapshot. */
const code = 'import logging\n[hash("a"), logging.LogRecord(*"abcdefg").relativeCreated < 60_000]';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-keep-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function outcomeOf(kept: string) {
  const python = createThreadedPython({ warm: 0 }, () => {}, pyodideFolder(), kept);
  try {
    return await python.run({ code });
  } finally {
    await python.close();
  }
}

describe('a snapshot that is made', { timeout: 60_000 }, () => {
  it('is what programs start from, and goes without harm', async () => {
    const file = join(folder, snapshotName(pyodideFolder(), 'now'));
    await writeFile(join(folder, snapshotName(pyodideFolder(), 'once')), '');
    expect(await makeSnapshot(pyodideFolder(), file, 1)).toBe(file);
    expect(await readdir(folder)).toEqual([snapshotName(pyodideFolder(), 'now')]);

    const { results, error } = await outcomeOf(file);
    expect({ results, error }).toEqual({ results: [{ json: [expect.any(Number), true] }], error: undefined });
    expect((await outcomeOf(file)).results).toEqual(results);

    await writeFile(file, (await readFile(file)).subarray(0, 1_000));
    const { results: others } = await outcomeOf(file);
    expect(others).toEqual([{ json: [expect.any(Number), true] }]);
    expect(others).not.toEqual(results);
  });
});

it('is missing where it can not be kept', async () => {
  const pyodide = join(folder, 'node_modules', 'pyodide');
  await mkdir(pyodide, { recursive: true });
  await writeFile(join(pyodide, 'package.json'), '{"version":"1.0.0"}');
  await writeFile(join(folder, 'node_modules', '.cache'), 'no folder');
  expect(await keptSnapshot(never, pyodide)).toBeUndefined();
  expect(await keptSnapshot(never, join(folder, 'nowhere'))).toBeUndefined();
});
