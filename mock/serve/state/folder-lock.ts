import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Thrown where another server uses a folder, or has come to use it. */
export class FolderInUseError extends TouchstoneError {}

const LOCK = 'lock';
/** How often a server shows that it is still there, and after how long without that one of another machine is gone. */
const beatMs = 5_000;
const silenceMs = 60_000;
/** How long one waits for a server that may be on its way out: who starts it again seldom waits for its end. */
const patienceMs = 2_000;

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as its machine says; undefined where that says nothing. */
  readonly started?: string | undefined;
  /** Tells this lock from another one of the same process. */
  readonly id: string;
}

/** A folder that nobody else uses until it is let go of. */
export interface FolderLock {
  /** To be called before a write counts. @throws FolderInUseError where the folder was taken over meanwhile */
  check(): void;
  /** Lets go of the folder, unless it is another's by now. */
  release(): Promise<void>;
}

/**
 * Takes a folder for this server alone. It is held as long as the process lives on this machine, stopped or not. What a
 * server that was killed has left is taken over: at once on the machine that it ran on, and elsewhere once it has been
 * silent for a minute. One that is there is waited for, for two seconds.
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
    // Without a text it was let go of just now, or nobody may read it.
    else if (Date.now() < until) await pause(text === undefined ? 10 : 100);
    else throw inUse(folder, path, parse(text ?? ''));
  }
  const isHeld = async () => (await readFile(path, 'utf8').catch(() => undefined)) === ownText;
  const beat = setInterval(async () => {
    const now = new Date();
    if (await isHeld()) utimes(path, now, now).catch(() => {});
  }, beatMs);
  beat.unref();
  return {
    check() {
      const text = getText(path);
      if (text !== ownText) throw takenOver(folder, parse(text ?? ''));
    },
    async release() {
      clearInterval(beat);
      if (await isHeld()) await rm(path, { force: true });
    },
  };
}

/** The text of a file; undefined where it is gone. */
function getText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
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
  if (facts === undefined) return true;
  const holder = parse(text);
  if (holder?.host !== own.host) return Date.now() - facts.mtimeMs > silenceMs;
  // A number is given again; in a container that is started again, at once and to the same program.
  if (holder.pid === own.pid) return holder.started !== own.started;
  const started = await getStart(holder.pid);
  const isAnother = started !== undefined && holder.started !== undefined && holder.started !== started;
  return isAnother || (await isGone(holder.pid));
}

/** When a process began, in ticks since its machine did: Linux says. */
async function getStart(pid: number): Promise<string | undefined> {
  return (await getFacts(pid))[19];
}

/** What Linux says of a process, from its state on: proc(5), `/proc/pid/stat`. */
async function getFacts(pid: number): Promise<string[]> {
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return facts === '' ? [] : facts.slice(facts.lastIndexOf(')') + 2).split(' ');
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
    `${folder} is in use by ${getName(holder)}. Stop it, or remove ${path} if it is gone.`,
  );
}

function takenOver(folder: string, holder: Holder | undefined): FolderInUseError {
  return new FolderInUseError(
    'folder-taken-over',
    `${folder} was taken over by ${getName(holder)}: nothing is kept in it by this server any more. Start it again.`,
  );
}

async function isGone(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  // What was killed keeps its number until its parent looks, which in a container may be never.
  const [state = ''] = await getFacts(pid);
  return /^[ZX]/.test(state);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
