import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { ClientScenario } from './scenario.ts';
import { createRepository, issueToken } from './scenario.ts';

/** Runs Git in a folder without the user's settings; returns its output or its error. */
type Git = (...args: readonly string[]) => Promise<{ readonly ok: boolean; readonly text: string }>;

const bearer = (token: string) => ['-c', `http.extraHeader=Authorization: Bearer ${token}`];

async function withGit(use: (git: Git, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-git-'));
  const env = {
    ...process.env,
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' },
    ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' },
  };
  const git: Git = async (...args) => {
    try {
      const { stdout, stderr } = await promisify(execFile)('git', ['-C', folder, ...args], { env });
      return { ok: true, text: stdout + stderr };
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') throw error;
      return { ok: false, text: error.message };
    }
  };
  try {
    await use(git, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs Git and fails on an error. */
async function done(result: ReturnType<Git>): Promise<string> {
  const { ok, text } = await result;
  assert.ok(ok, text);
  return text;
}

/** A commit in a new folder `work`. */
async function commit(git: Git, folder: string): Promise<void> {
  await done(git('init', '--quiet', '--initial-branch=main', 'work'));
  await writeFile(join(folder, 'work', 'readme.txt'), 'Hello\n');
  await done(git('-C', 'work', 'add', '.'));
  await done(git('-C', 'work', 'commit', '--quiet', '-m', 'Begin'));
}

/** The program `git`. */
export const gitScenario: ClientScenario = {
  client: 'git',
  steps: {
    'there and back with a header': (platform) =>
      withGit(async (git, folder) => {
        const { remote, token } = await createRepository(platform);
        await commit(git, folder);
        await done(git(...bearer(token), '-C', 'work', 'push', '--quiet', remote, 'main'));
        await done(git(...bearer(token), 'clone', '--quiet', remote, 'copy'));
        assert.equal(await done(git('-C', 'copy', 'fsck', '--strict')), '');
        assert.equal(
          await done(git('-C', 'copy', 'rev-parse', 'HEAD')),
          await done(git('-C', 'work', 'rev-parse', 'HEAD')),
        );
      }),
    'with a token as a password': (platform) =>
      withGit(async (git, folder) => {
        const { remote, token } = await createRepository(platform);
        await commit(git, folder);
        const url = new URL(remote);
        url.username = 'x';
        url.password = token;
        await done(git('-C', 'work', 'push', '--quiet', url.href, 'main'));
        assert.match(await done(git('ls-remote', url.href)), /refs\/heads\/main/);
      }),
    'a token that may read': (platform) =>
      withGit(async (git, folder) => {
        const { remote, name } = await createRepository(platform);
        const token = await issueToken(platform, name, 'read');
        await commit(git, folder);
        await done(git(...bearer(token), 'ls-remote', remote));
        const refused = await git(...bearer(token), '-C', 'work', 'push', remote, 'main');
        assert.equal(refused.ok, false);
        assert.match(refused.text, /403/);
      }),
    'no token, and that of the API': (platform) =>
      withGit(async (git) => {
        const { remote } = await createRepository(platform);
        assert.match((await git('ls-remote', remote)).text, /could not read Username/);
        assert.equal((await git(...bearer(platform.token), 'ls-remote', remote)).ok, false);
      }),
  },
};
