import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Thrown when another server uses a folder, or has taken it over. */
export class FolderInUseError extends TouchstoneError {}

const LOCK = 'lock';
/** How often a server renews its lock, and after how long without that a lock of another machine is stale. */
const beatMs = 5_000;
const silenceMs = 60_000;
/** How long to wait for a server that may be shutting down: a restart seldom waits for it to end. */
const patienceMs = 2_000;

/** The process that holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process, as the system reports it; undefined where it doesn't. */
  readonly started?: string | undefined;
  /** Tells locks of the same process apart. */
  readonly id: string;
}

/** A lock on a folder. */
export interface FolderLock {
  /** Call this before a write counts. @throws FolderInUseError when another server has taken over the folder */
  check(): void;
  /** Releases the folder, unless another server has taken it over. */
  release(): Promise<void>;
}

/**
 * Locks a folder for this server. On this machine, the lock holds for the life of the process, even while it is
 * suspended. The lock of a killed server is taken over: at once on the same machine, elsewhere after a minute of
 * silence. A live lock is waited for, for two seconds.
 *
 * @throws FolderInUseError in one line
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, LOCK);
  const { pid } = process;
  const own: Holder = { pid, host: hostname(), started: await getStart(pid), id: randomUUID() };
  const ownText = JSON.stringify(own);
  const until = Date.now() + patienceMs;
  while (!(await make(path, ownText))) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined && (await isLeft(path, text, own))) await takeAway(path, text);
    // No text: the lock was released just now, or is not readable.
    else if (Date.now() < until) await pause(text === undefined ? 10 : 100);
    else throw inUse(folder, path, parse(text ?? ''));
  }
  const isHeld = async () => (await readFile(path, 'utf8').catch(() => undefined)) === ownText;
  const beat = setInterval(async () => {
    const now = new Date();
    if (await isHeld()) utimes(path, now, now).catch(() => {});
  }, beatMs);
  beat.unref();
  let checked: string | undefined;
  return {
    check() {
      // A third of the time of reading the file, which every write would pay.
      const mark = getMark(path);
      if (mark !== undefined && mark === checked) return;
      const text = getText(path);
      if (text !== ownText) throw takenOver(folder, parse(text ?? ''));
      checked = mark;
    },
    async release() {
      clearInterval(beat);
      if (await isHeld()) await rm(path, { force: true });
    },
  };
}

/** What changes with a file; undefined if it does not exist. */
function getMark(path: string): string | undefined {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts && `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
}

/** Reads a file; undefined if it does not exist. */
function getText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates a file unless it exists. */
async function make(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that made a lock is gone. */
async function isLeft(path: string, text: string, own: Holder): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return true;
  const holder = parse(text);
  if (holder?.host !== own.host) return Date.now() - facts.mtimeMs > silenceMs;
  // The system reuses process ids; a restarted container even gives the same id to the same program.
  if (holder.pid === own.pid) return holder.started !== own.started;
  const started = await getStart(holder.pid);
  const isAnother = started !== undefined && holder.started !== undefined && holder.started !== started;
  return isAnother || (await isGone(holder.pid));
}

/** Start time of a process in clock ticks since boot, on Linux. */
async function getStart(pid: number): Promise<string | undefined> {
  return (await getFacts(pid))[19];
}

/** Fields of `/proc/pid/stat` on Linux, from the state on: proc(5). */
async function getFacts(pid: number): Promise<string[]> {
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return facts === '' ? [] : facts.slice(facts.lastIndexOf(')') + 2).split(' ');
}

/**
 * Removes a stale lock, unless it has changed. Only one process does so at a time, as another could remove a lock that
 * was made meanwhile.
 */
async function takeAway(path: string, text: string): Promise<void> {
  const turn = `${path}-turn`;
  if (!(await make(turn, text))) {
    const since = (await stat(turn).catch(() => undefined))?.mtimeMs ?? 0;
    // The process that had this turn was killed during it.
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
    const { pid, host, started, id = '' }: Partial<Holder> = JSON.parse(text);
    return pid === undefined || host === undefined ? undefined : { pid, host, started, id };
  } catch {
    return undefined;
  }
}

const getName = (holder: Holder | undefined) =>
  holder ? `process ${holder.pid} on ${holder.host}` : 'another server';

function inUse(folder: string, path: string, holder: Holder | undefined): FolderInUseError {
  return new FolderInUseError(
    'folder-in-use',
    `${folder} is in use by ${getName(holder)}. Stop it, or remove ${path} if it no longer runs.`,
  );
}

function takenOver(folder: string, holder: Holder | undefined): FolderInUseError {
  return new FolderInUseError(
    'folder-taken-over',
    `${folder} was taken over by ${getName(holder)}: this server no longer saves anything there. Restart it.`,
  );
}

async function isGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  // A killed process keeps its id until its parent reaps it, which in a container may be never.
  const [state = ''] = await getFacts(pid);
  return /^[ZX]/.test(state);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
