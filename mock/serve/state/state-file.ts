import {
  closeSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { getFileProblem } from '../../../spec/file-problem.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { Change } from '../../world/state/change.ts';
import { KeptNode } from '../../world/state/kept-node.ts';
import type { StateHost } from '../../world/state/state-keeper.ts';
import { syncFolderNow, unfinishedName } from '../git/durable-file.ts';
import { moveRecords } from './moved-records.ts';
import { judgeRecords } from './record-shapes.ts';

/** Thrown when a folder contains no readable state. */
export class StateFolderError extends TouchstoneError {}

/** Name of the file of records. */
export const STATE = 'state.jsonl';
/** Name of the file of servers that only kept repositories; it is removed when its records are in the other. */
export const OLD_RECORDS = 'artifacts.json';
/** Version of the file format; a change that earlier versions can't read increases it. */
const VERSION = 3;
/** The first version of this file. Its lines had checksums of their own. */
const UNCHAINED = 2;
/** How many bytes may be appended, in addition to as many as the records had, before they are written anew. */
const roomBytes = 32 * 1024 * 1024;
/** How long until appended changes outlive a power failure. */
const syncMs = 1_000;
/** About how many characters of changes a line has when all records are written. */
const lineLength = 256 * 1024;

const headSchema = z.object({
  version: z.int().min(UNCHAINED).max(VERSION),
  /** How often servers have started on the folder. */
  starts: z.int().min(0),
});

/**
 * The records of a server in one file of JSON lines. The first line names the format; each other line is a list of
 * changes with the CRC-32 of everything before and in it, so that a line that is cut, changed or missing is recognized.
 * An empty list ends it. If that is missing, so may be lines before it, which a killed server leaves no trace of.
 */
export class StateFile implements StateHost {
  readonly kept: KeptNode | undefined;
  readonly starts: number;
  readonly #folder: string;
  readonly #check: () => void;
  #file: number | undefined;
  #size = 0;
  /** Checksum of its last line, with which that of the next begins. */
  #sum = 0;
  /** Size after the records were last written as a whole. */
  #wholeSize = 0;
  /** Whether the file may have more than `size` bytes, as a write failed. */
  #isTorn = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #syncing: Promise<void> = Promise.resolve();
  #nextSync: Promise<void> | undefined;

  /** @param check runs before each write; throwing prevents it */
  constructor(folder: string, { kept, starts }: ReadState, check: () => void) {
    this.kept = kept;
    this.starts = starts;
    this.#folder = folder;
    this.#check = check;
  }

  get grown(): boolean {
    return this.#size > 2 * this.#wholeSize + roomBytes;
  }

  append(changes: readonly Change[]): void {
    this.#check();
    if (this.#file === undefined) throw new Error('Changes are appended to a file that was not begun.');
    const { line, sum } = frame(JSON.stringify(changes), this.#sum);
    if (this.#isTorn) this.#cut(this.#file);
    try {
      writeAll(this.#file, line, this.#size);
    } catch (error) {
      this.#isTorn = true;
      this.#cut(this.#file);
      throw error;
    }
    this.#size += line.length;
    this.#sum = sum;
    if (this.#timer === undefined) this.#syncLater();
  }

  replace(changes: Iterable<Change>): void {
    this.#check();
    const { file, size, sum } = this.#writeWhole(changes);
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = file;
    this.#size = size;
    this.#sum = sum;
    this.#wholeSize = size;
    this.#isTorn = false;
    rmSync(join(this.#folder, OLD_RECORDS), { force: true });
    syncFolderNow(this.#folder);
  }

  /** Writes another file and gives it the name of the former one, which stays if that fails. */
  #writeWhole(changes: Iterable<Change>): {
    readonly file: number;
    readonly size: number;
    readonly sum: number;
  } {
    const unfinished = join(this.#folder, unfinishedName());
    let file: number | undefined;
    try {
      file = openSync(unfinished, 'wx', 0o600);
      let size = 0;
      const head = JSON.stringify({ version: VERSION, starts: this.starts + 1 });
      const write = (to: number, line: Uint8Array) => {
        writeAll(to, line, size);
        size += line.length;
      };
      write(file, Buffer.from(`${head}\n`));
      let end = crc32(head);
      for (const json of inLists(changes)) {
        const { line, sum } = frame(json, end);
        write(file, line);
        end = sum;
      }
      fsyncSync(file);
      renameSync(unfinished, join(this.#folder, STATE));
      return { file, size, sum: end };
    } catch (cause) {
      if (file !== undefined) closeSync(file);
      rmSync(unfinished, { force: true });
      const problem = cause instanceof Error ? cause.message : String(cause);
      throw new StateFolderError('state-folder', `${this.#folder} can't be written: ${problem}.`, { cause });
    }
  }

  clear(): void {
    this.replace([]);
  }

  /** Several calls at once share one flush. */
  sync(): Promise<void> {
    this.#nextSync ??= this.#syncing.then(async () => {
      this.#nextSync = undefined;
      const file = this.#file;
      if (file === undefined) return;
      const synced = flush(file).catch((error: unknown) => {
        // Otherwise the records were written anew meanwhile, and flushed then.
        if (this.#file === file) throw error;
      });
      this.#syncing = synced.catch(() => {});
      await synced;
    });
    return this.#nextSync;
  }

  async close(): Promise<void> {
    try {
      // Its end: without it, the next server can tell that this one did not get here.
      if (this.#file !== undefined) this.append([]);
    } catch {
      // There is no room for it, or another server has taken over.
    }
    clearTimeout(this.#timer);
    await this.sync();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #syncLater(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // An error is that of the next write too.
      this.sync().catch(() => {});
    }, syncMs);
    this.#timer.unref();
  }

  /** Removes what a failed write has left. If that fails too, the next write tries again. */
  #cut(file: number): void {
    try {
      ftruncateSync(file, this.#size);
      this.#isTorn = false;
    } catch (error) {
      if (!this.#isTorn) throw error;
    }
  }
}

const flush = promisify(fdatasync);

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}

const inHex = (sum: number) => sum.toString(16).padStart(8, '0');
const getPrefix = (sum: number) => `{"crc":"${inHex(sum)}","changes":`;
const prefixLength = getPrefix(0).length;

/** The line of some changes, and its checksum. @param before the checksum of the line before it */
function frame(json: string, before: number): { readonly line: Buffer; readonly sum: number } {
  const sum = crc32(json, before);
  return { line: Buffer.from(`${getPrefix(sum)}${json}}\n`), sum };
}

/** Changes as JSON, a list for each line. */
function* inLists(changes: Iterable<Change>): Generator<string> {
  let texts: string[] = [];
  let length = 0;
  for (const change of changes) {
    const text = JSON.stringify(change);
    texts.push(text);
    length += text.length;
    if (length < lineLength) continue;
    yield `[${texts.join()}]`;
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield `[${texts.join()}]`;
}

/** What a file of records contains. */
export interface ReadState {
  readonly starts: number;
  /** Undefined if no records were written yet. */
  readonly kept: KeptNode | undefined;
  /** What may be missing at its end; undefined if it was ended. */
  readonly notice?: string | undefined;
}

/**
 * Reads the file of records of a folder. A last line that was not written to its end is left out: no request was
 * answered for it.
 *
 * @returns nothing if the file does not exist
 * @throws StateFolderError in one line, with the place of the damage
 */
export async function readState(folder: string): Promise<ReadState | undefined> {
  const path = join(folder, STATE);
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  const lines = splitLines(bytes);
  const headLine = lines.next().value?.bytes ?? new Uint8Array();
  const head = parse(headLine);
  const named = z.object({ version: z.number() }).safeParse(head).data?.version;
  if (named !== undefined && named > VERSION)
    throw new StateFolderError('state-folder', fromLater(path, named, VERSION));
  const { version, starts } =
    headSchema.safeParse(head).data ?? damaged(path, 'line 1 does not name the format');
  const isChained = version > UNCHAINED;
  let sum = isChained ? crc32(headLine) : 0;
  const wrongSum = (number: number) =>
    damaged(path, `line ${number} was changed, or lines before it are missing: its checksum is wrong`);
  let kept: KeptNode | undefined;
  let torn: number | undefined;
  let last = { number: 1, isEnd: !isChained };
  for (const { number, bytes: line, isWhole } of lines) {
    if (torn !== undefined) wrongSum(torn);
    const end = isWhole ? getSum(line, sum) : undefined;
    if (end === undefined) {
      // A power failure can leave zeros where nothing was flushed yet.
      if (isWhole && !line.includes(0)) wrongSum(number);
      torn = number;
      continue;
    }
    if (isChained) sum = end;
    const changes = readChanges(line) ?? damaged(path, `line ${number} is not a list of changes`);
    if (changes.length > 0) kept ??= new KeptNode(path);
    for (const change of changes) kept?.apply(change, number);
    last = { number, isEnd: changes.length === 0 || !isChained };
  }
  if (kept) {
    moveRecords(kept);
    await judgeRecords(kept);
  }
  const cut = torn === undefined ? '' : ` Line ${torn} was cut off, and is left out.`;
  const reason = `its server was killed, or lines after line ${last.number} are missing`;
  const notice = `${path} was not closed: ${reason}.${cut} If nobody killed it, restore a copy of the folder.`;
  return { starts, kept, notice: last.isEnd ? undefined : notice };
}

/** @returns nothing if the file does not exist */
export async function readBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new StateFolderError('state-folder', `${path} ${getFileProblem(cause)}.`, { cause });
  }
}

interface Line {
  /** From 1. */
  readonly number: number;
  readonly bytes: Uint8Array;
  /** Whether it ends with a newline. */
  readonly isWhole: boolean;
}

function* splitLines(bytes: Uint8Array): Generator<Line> {
  let from = 0;
  for (let number = 1; from < bytes.length; number++) {
    const end = bytes.indexOf(0x0a, from);
    const to = end === -1 ? bytes.length : end;
    yield { number, bytes: bytes.subarray(from, to), isWhole: end !== -1 };
    from = to + 1;
  }
}

/** The checksum of a line; undefined if another one stands in it. */
function getSum(line: Uint8Array, before: number): number | undefined {
  const sum = crc32(line.subarray(prefixLength, -1), before);
  return utf8.decode(line.subarray(0, prefixLength)) === getPrefix(sum) ? sum : undefined;
}

/** The changes of a line; undefined if somebody wrote something else with a right checksum. */
function readChanges(line: Uint8Array): readonly Change[] | undefined {
  const changes = parse(line.subarray(prefixLength, -1));
  return Array.isArray(changes) && changes.every(isChange) ? changes : undefined;
}

function isChange(value: unknown): value is Change {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const [, id] = value;
  if (typeof id === 'string') return value.length <= 3;
  return value.length === 2 && Array.isArray(id) && id.every((one) => typeof one === 'string');
}

const utf8 = new TextDecoder();

/** JSON of bytes; undefined if they are none. */
export function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

export const fromLater = (path: string, version: number, own: number): string =>
  `${path} was written by a later version of touchstone (format ${version}; this version reads ${own}).`;

function damaged(path: string, problem: string): never {
  const help = 'Restore a copy of the folder, or use another one.';
  throw new StateFolderError('state-folder', `${path} is damaged: ${problem}. ${help}`);
}
