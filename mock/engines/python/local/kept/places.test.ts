import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeHash, findSnapshot, keptFolder, snapshotName } from './places.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-places-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('tells code by all that is of it, and by no test', async () => {
  const copy = join(folder, 'local');
  await cp(dirname(import.meta.dirname), copy, { recursive: true });
  expect(codeHash(copy)).toBe(codeHash());
  await writeFile(join(copy, 'worker', 'other.test.ts'), '');
  expect(codeHash(copy)).toBe(codeHash());
  await writeFile(join(copy, 'worker', 'runner.py'), '');
  expect(codeHash(copy)).not.toBe(codeHash());
});

it('finds the snapshot that fits the code and the version of Pyodide', async () => {
  const pyodide = join(folder, 'node_modules', 'pyodide');
  const version = (is: string) => writeFile(join(pyodide, 'package.json'), JSON.stringify({ version: is }));
  await mkdir(pyodide, { recursive: true });
  await version('1.0.0');
  expect(findSnapshot(pyodide)).toBeUndefined();

  const kept = keptFolder(pyodide);
  await mkdir(kept, { recursive: true });
  await writeFile(join(kept, snapshotName(pyodide, 'of other code')), '');
  expect(findSnapshot(pyodide)).toBeUndefined();
  const fitting = join(kept, snapshotName(pyodide, 'of other code', codeHash()));
  await writeFile(fitting, '');
  expect(findSnapshot(pyodide)).toBe(fitting);
  await version('1.0.1');
  expect(findSnapshot(pyodide)).toBeUndefined();
});
