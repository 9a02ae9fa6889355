import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Thrown where another server uses a folder. */
export class FolderInUseError extends TouchstoneError {}

const LOCK = 'lock';
/** How often a server shows that it is still there, and after how long without that it is taken to be gone. */
const beatMs = 5_000;
const silenceMs = 60_000;
/** How long one waits for a server that may be on its way out: who starts it again seldom waits for its end. */
const patienceMs = 2_000;

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the program began, which tells it from an earlier one with the same number. */
  readonly origin: number;
}

/** A folder that nobody else uses until it is let go of. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this server alone. What a server that was killed has left is taken over: at once on the machine
 * that it ran on, and elsewhere once it has been silent for a minute. One that is there is waited for, for two seconds.
 *
 * @throws FolderInUseError in one line
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, LOCK);
  const own: Holder = { pid: process.pid, host: hostname(), origin: performance.timeOrigin };
  const until = Date.now() + patienceMs;
  while (!(await make(path, JSON.stringify(own)))) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined && (await isLeft(path, text, own))) await takeAway(path, text);
    // Without a text it was let go of just now, or nobody may read it.
    else if (Date.now() < until) await pause(text === undefined ? 10 : 100);
    else throw inUse(folder, path, parse(text ?? ''));
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, beatMs);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      await rm(path, { force: true });
    },
  };
}

/** Makes a file, unless it is there. */
async function make(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether whoever made a lock is gone. */
async function isLeft(path: string, text: string, own: Holder): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined || Date.now() - facts.mtimeMs > silenceMs) return true;
  const holder = parse(text);
  if (holder === undefined || holder.host !== own.host) return false;
  return holder.pid === own.pid ? holder.origin !== own.origin : await isGone(holder.pid);
}

/**
 * Removes a lock that was left, unless it is another one by now. One at a time, as the next could take away what the
 * first has made meanwhile.
 */
async function takeAway(path: string, text: string): Promise<void> {
  const turn = `${path}-turn`;
  if (!(await make(turn, text))) {
    const since = (await stat(turn).catch(() => undefined))?.mtimeMs ?? 0;
    // Whoever had its turn was killed in these few moments.
    if (Date.now() - since > beatMs) await rm(turn, { force: true });
    else await pause(20);
    return;
  }
  try {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) await rm(path, { force: true });
  } finally {
    await rm(turn, { force: true });
  }
}

function parse(text: string): Holder | undefined {
  try {
    const { pid, host, origin }: Partial<Holder> = JSON.parse(text);
    if (pid === undefined || host === undefined || origin === undefined) return undefined;
    return { pid, host, origin };
  } catch {
    return undefined;
  }
}

function inUse(folder: string, path: string, holder: Holder | undefined): FolderInUseError {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another server';
  return new FolderInUseError(
    'folder-in-use',
    `${folder} is in use by ${who}. Stop it, or remove ${path} if it is gone.`,
  );
}

async function isGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  // What was killed keeps its number until its parent looks, which in a container may be never.
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /^[ZX]/.test(facts.slice(facts.lastIndexOf(')') + 2));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
