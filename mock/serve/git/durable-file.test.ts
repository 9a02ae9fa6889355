import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDurably, writeDurably } from './durable-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-durable-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('makeDurably creates a folder with its parents, and accepts an existing one', async () => {
  for (let times = 0; times < 2; times++) await makeDurably(join(folder, 'a', 'b', 'c'));
  const made = (await readdir(folder, { recursive: true })).toSorted();
  expect(made).toEqual(['a', join('a', 'b'), join('a', 'b', 'c')]);
});

test('writeDurably replaces a file and leaves no other', async () => {
  await writeDurably(folder, 'file', 'before');
  await writeDurably(folder, 'file', 'after', 0o600);
  expect(await readdir(folder)).toEqual(['file']);
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('after');
  if (process.platform !== 'win32') expect((await stat(join(folder, 'file'))).mode & 0o777).toBe(0o600);
});

test('a failed writeDurably leaves no file', async () => {
  await makeDurably(join(folder, 'file', 'inside'));
  await expect(writeDurably(folder, 'file', 'text')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['file']);
});
