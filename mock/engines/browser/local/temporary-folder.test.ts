import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** The id of a process that has ended. */
const goneProcess = () => spawnSync('true').pid;

describe('makeTemporaryFolder', () => {
  let parent = '';
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'touchstone-test-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('makes a folder that only its user can enter, and removes it', async () => {
    const folder = await makeTemporaryFolder('mine-', parent);
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
    await mkdir(join(folder.path, 'deep'));
    await folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });

  it('is removed synchronously by an exiting program', async () => {
    const folder = await makeTemporaryFolder('mine-', parent);
    folder.removeNow();
    expect(existsSync(folder.path)).toBe(false);
  });

  it.each([
    ['whose program has ended', 'mine-a', () => `${goneProcess()} ${hostname()}`, false],
    ['whose program runs', 'mine-a', () => `${process.pid} ${hostname()}`, true],
    ['of another machine', 'mine-a', () => `${goneProcess()} elsewhere`, true],
    ['of another name', 'other-a', () => `${goneProcess()} ${hostname()}`, true],
    ['without an owner', 'mine-a', () => '', true],
  ])('handles a folder %s', async (_, name, owner, stays) => {
    const path = join(parent, name);
    await mkdir(path, { mode: 0o700 });
    await writeFile(join(path, 'owner'), owner());
    await makeTemporaryFolder('mine-', parent);
    expect(existsSync(path)).toBe(stays);
  });

  it('follows no link to a folder that looks left behind', async () => {
    const target = join(parent, 'target');
    await mkdir(target);
    await writeFile(join(target, 'owner'), `${goneProcess()} ${hostname()}`);
    const link = join(parent, 'mine-link');
    await symlink(target, link);
    await makeTemporaryFolder('mine-', parent);
    expect([target, link].map((path) => existsSync(path))).toEqual([true, true]);
  });
});
