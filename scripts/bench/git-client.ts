import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A repository on a server, with its URL. */
export interface Remote {
  readonly url: string;
  /** The token, if the server requires one. */
  readonly token?: string;
}

const run = promisify(execFile);

/** Runs the machine's Git without user configuration; returns its output. */
export async function runGit(args: readonly string[], token?: string): Promise<string> {
  const { stdout } = await run('git', [...args], { env: environment(token), maxBuffer: 1 << 28 });
  return stdout;
}

function environment(token: string | undefined): NodeJS.ProcessEnv {
  const quiet = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  if (token === undefined) return quiet;
  return {
    ...quiet,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: Bearer ${token}`,
  };
}

/** Milliseconds of a clone without a checkout. */
export function cloneTime(remote: Remote, ...flags: readonly string[]): Promise<number> {
  return inFolder((folder) =>
    timed(['clone', '--quiet', '--no-checkout', ...flags, remote.url, folder], remote),
  );
}

/** Milliseconds of several clones that start together. */
export async function clonesTime(remote: Remote, count: number): Promise<number> {
  const begun = performance.now();
  await Promise.all(Array.from({ length: count }, () => cloneTime(remote)));
  return performance.now() - begun;
}

/** Milliseconds of a push of everything in a bare repository. */
export function pushTime(folder: string, remote: Remote): Promise<number> {
  return timed(['-C', folder, 'push', '--quiet', '--all', remote.url], remote);
}

/** Milliseconds until all refs are listed. */
export function listTime(remote: Remote): Promise<number> {
  return timed(['ls-remote', '--quiet', remote.url], remote);
}

async function timed(args: readonly string[], { token }: Remote): Promise<number> {
  const begun = performance.now();
  await runGit(args, token);
  return performance.now() - begun;
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-clone-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
