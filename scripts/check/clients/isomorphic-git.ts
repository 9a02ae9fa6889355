import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import http from 'isomorphic-git/http/node';
import type { ClientScenario } from './scenario.ts';
import { createRepository, issueToken } from './scenario.ts';

const author = { name: 'Ada', email: 'ada@example.com' };

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-isomorphic-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A commit in a new repository in a folder. */
async function commit(dir: string): Promise<string> {
  await git.init({ fs, dir, defaultBranch: 'main' });
  await writeFile(join(dir, 'readme.txt'), 'Hello\n');
  await git.add({ fs, dir, filepath: 'readme.txt' });
  return git.commit({ fs, dir, message: 'Begin', author });
}

/** The package `isomorphic-git`, with its client for Node. */
export const isomorphicGitScenario: ClientScenario = {
  client: 'isomorphic-git',
  steps: {
    'there and back': (platform) =>
      withFolder(async (folder) => {
        const { remote, token } = await createRepository(platform);
        const onAuth = () => ({ username: 'x', password: token });
        const work = join(folder, 'work');
        const id = await commit(work);
        const pushed = await git.push({ fs, http, dir: work, url: remote, ref: 'main', onAuth });
        assert.equal(pushed.ok, true);
        const copy = join(folder, 'copy');
        await git.clone({ fs, http, dir: copy, url: remote, onAuth });
        assert.equal(await git.resolveRef({ fs, dir: copy, ref: 'HEAD' }), id);
        assert.equal(await readFile(join(copy, 'readme.txt'), 'utf8'), 'Hello\n');
      }),
    'a token that may read': (platform) =>
      withFolder(async (folder) => {
        const { remote, name } = await createRepository(platform);
        const token = await issueToken(platform, name, 'read');
        await commit(folder);
        const headers = { authorization: `Bearer ${token}` };
        const info = await git.getRemoteInfo({ http, url: remote, headers });
        assert.equal(info.refs, undefined);
        await assert.rejects(git.push({ fs, http, dir: folder, url: remote, ref: 'main', headers }), /403/);
      }),
  },
};
