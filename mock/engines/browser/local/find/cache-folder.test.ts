import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCacheFolder, UnsafeFolder } from './cache-folder.ts';

describe('openCacheFolder', () => {
  let parent = '';
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'touchstone-test-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('makes a folder that only its user can enter, and finds it again', async () => {
    const first = await openCacheFolder(join(parent, 'not', 'there'));
    expect((await stat(first.path)).mode & 0o777).toBe(0o700);
    expect(first.note).toBeUndefined();
    await first.remove();
    expect(await openCacheFolder(join(parent, 'not', 'there'))).toMatchObject({ path: first.path });
  });

  const traps: [string, RegExp, (path: string) => Promise<void>][] = [
    [
      'others can write to',
      /open to other users/,
      async (path) => {
        await mkdir(path);
        await chmod(path, 0o777);
      },
    ],
    [
      'others can read',
      /open to other users/,
      async (path) => {
        await mkdir(path);
        await chmod(path, 0o755);
      },
    ],
    ['is a link elsewhere', /not a folder/, async (path) => symlink(dirname(path), path)],
    ['is a file', /no folder|EEXIST/, async (path) => writeFile(path, '')],
    [
      'belongs to another user',
      /another user|open to other users/,
      async (path) => {
        await mkdir(path, { mode: 0o700 });
        // Only root can give a folder away; other users test with one of root's.
        if (process.getuid?.() === 0) await chown(path, 65_534, 65_534);
        else await chmod(path, 0o755);
      },
    ],
  ];

  it.each(traps)('refuses a folder that %s', async (_, message, makeTrap) => {
    await makeTrap(join(parent, 'touchstone'));
    await expect(openCacheFolder(parent)).rejects.toThrow(message);
  });

  it('reports such a folder as unsafe', async () => {
    await mkdir(join(parent, 'touchstone'), { mode: 0o755 });
    await expect(openCacheFolder(parent)).rejects.toBeInstanceOf(UnsafeFolder);
  });

  it.each(traps)('uses a temporary folder of its own when the usual one %s', async (_, message, makeTrap) => {
    await makeTrap(join(parent, 'touchstone'));
    const folder = await openCacheFolder(undefined, parent);
    expect(folder.path.startsWith(parent)).toBe(false);
    expect(folder.note).toMatch(message);
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
    await folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });
});
