import { createWriteStream, existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, createBrotliCompress } from 'node:zlib';
import { extract, pack } from 'tar-fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackChromium } from './packed-browser.ts';

const program = Buffer.from('#!/bin/sh\necho a browser\n'.repeat(1000));

describe('unpackChromium', () => {
  let root = '';
  let cache = '';
  const target = () => join(cache, `chromium-1.2.3-${process.arch}`);
  const unpack = () =>
    unpackChromium({ archives: join(root, 'archives'), version: '1.2.3' }, cache, (folder) =>
      extract(folder),
    );

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'touchstone-test-'));
    cache = join(root, 'cache');
    await mkdir(cache, { mode: 0o700 });
    await mkdir(join(root, 'archives'));
    await mkdir(join(root, 'tree', 'lib'), { recursive: true });
    await writeFile(join(root, 'tree', 'lib', 'libnss3.so'), 'a library');
    await writeFile(join(root, 'archives', 'chromium.br'), brotliCompressSync(program));
    await pipeline(
      pack(join(root, 'tree')),
      createBrotliCompress(),
      createWriteStream(join(root, 'archives', 'al2023.tar.br')),
    );
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('unpacks a program that only its user may run, and its libraries', async () => {
    const { executable, libraries } = await unpack();
    expect(await readFile(executable)).toEqual(program);
    expect((await stat(executable)).mode & 0o777).toBe(0o700);
    expect((await stat(target())).mode & 0o777).toBe(0o700);
    expect(await readFile(join(libraries, 'libnss3.so'), 'utf8')).toBe('a library');
  });

  it('keeps an existing complete folder', async () => {
    const { executable } = await unpack();
    const before = await stat(executable);
    await unpack();
    expect((await stat(executable)).ino).toBe(before.ino);
  });

  it('may run concurrently, and leaves nothing else behind', async () => {
    const unpacked = await Promise.all(Array.from({ length: 6 }, unpack));
    for (const { executable } of unpacked) expect(await readFile(executable)).toEqual(program);
    expect(await readdir(cache)).toEqual([`chromium-1.2.3-${process.arch}`]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the program is truncated', () => truncate(join(target(), 'chromium'), 100)],
    ['a library is missing', () => rm(join(target(), 'lib', 'libnss3.so'))],
    ['it was never finished', () => rm(join(target(), 'unpacked.json'))],
    ['the list of files is truncated', () => truncate(join(target(), 'unpacked.json'), 5)],
    ['others could have changed it', () => chmod(target(), 0o777)],
    [
      'the program is a folder',
      async () => {
        await rm(join(target(), 'chromium'));
        await mkdir(join(target(), 'chromium'));
      },
    ],
  ])('unpacks again if %s', async (_, damage) => {
    await unpack();
    await damage();
    const { executable, libraries } = await unpack();
    expect(await readFile(executable)).toEqual(program);
    expect(existsSync(join(libraries, 'libnss3.so'))).toBe(true);
    expect((await stat(target())).mode & 0o777).toBe(0o700);
    expect(await readdir(cache)).toHaveLength(1);
  });

  it('leaves nothing behind when an archive is damaged', async () => {
    await writeFile(join(root, 'archives', 'chromium.br'), Buffer.alloc(1000, 0xff));
    await expect(unpack()).rejects.toThrow();
    expect(await readdir(cache)).toEqual([]);
  });

  it('removes an abandoned folder, and keeps one in progress', async () => {
    const [old, young] = ['old', 'young'].map((name) => `${target()}.part-${name}`);
    for (const folder of [old, young]) await mkdir(String(folder));
    await utimes(String(old), 0, 0);
    await unpack();
    expect([existsSync(String(old)), existsSync(String(young))]).toEqual([false, true]);
  });
});
