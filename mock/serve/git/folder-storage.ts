import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { isObjectId, type ObjectId } from '../../engines/git/object-id.ts';
import type {
  IncomingPack,
  PackBytes,
  RepositoryStorage,
  StoredPack,
} from '../../engines/git/repository-storage.ts';
import { makeDurably, syncFolder, UNFINISHED, unfinishedName, writeDurably } from './durable-file.ts';

const BLOCK_BYTES = 131_072;
/** Blocks that are held of one file. */
const BLOCKS = 32;

/** Closes the files of removed packs once nobody can read them any more. */
const removed = new FinalizationRegistry<number>((file) => closeSync(file));

/** The bytes of a file, which may grow at its end meanwhile. Opened when they are first read. */
export class FileBytes implements PackBytes {
  size: number;
  readonly #path: string;
  readonly #blocks = new Map<number, Uint8Array>();
  #file: number | undefined;

  /** @param size bytes that are there; else as many as the file has */
  constructor(path: string, size?: number) {
    this.#path = path;
    this.size = size ?? fstatSync(this.#open()).size;
  }

  slice(offset: number, length: number): Uint8Array {
    const end = Math.min(this.size, offset + length);
    if (offset >= end) return new Uint8Array();
    const place = Math.floor(offset / BLOCK_BYTES);
    const start = place * BLOCK_BYTES;
    // What spans blocks, or is in the one that still grows, is read by itself.
    if (end > start + BLOCK_BYTES || start + BLOCK_BYTES > this.size) return this.#read(offset, end - offset);
    let block = this.#blocks.get(place);
    if (block === undefined) block = this.#read(start, BLOCK_BYTES);
    else this.#blocks.delete(place);
    this.#blocks.set(place, block);
    if (this.#blocks.size > BLOCKS) {
      const [oldest] = this.#blocks.keys();
      if (oldest !== undefined) this.#blocks.delete(oldest);
    }
    return block.subarray(offset - start, end - start);
  }

  /** To be called before the file is removed: who has these bytes goes on reading, and it is closed after the last. */
  outlive(): void {
    removed.register(this, this.#open(), this);
  }

  close(): void {
    removed.unregister(this);
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#blocks.clear();
  }

  #open(): number {
    this.#file ??= openSync(this.#path, 'r');
    return this.#file;
  }

  #read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const got = readSync(this.#open(), bytes, filled, length - filled, offset + filled);
      if (got === 0) break;
      filled += got;
    }
    return bytes.subarray(0, filled);
  }
}

/** Thrown when a folder holds no repository that can be read. */
export class RepositoryFolderError extends TouchstoneError {}

const REFS = 'refs';
const packFile = /^pack-([0-9a-f]{40})\.pack$/;
const ours = /^pack-[0-9a-f]{40}\.(?:pack|idx)$/;

interface OpenedPack {
  readonly pack: StoredPack;
  readonly bytes: FileBytes;
  readonly close: () => void;
}

export interface FolderStorage extends RepositoryStorage {
  /** Lets go of the files, of packs on their way in too. */
  close(): Promise<void>;
}

/**
 * A repository in a folder of its own: packs with their indexes, as Git names them, and one file of refs. What is
 * resolved is on disk; what a crash cut off is gone when the folder is loaded.
 *
 * @param folder is made when something is kept in it
 * @param head the branch that `HEAD` stands for in a repository that is new
 * @param check called before a change counts; what it throws keeps that from being made
 * @example
 * const storage = folderStorage('/var/lib/touchstone/one.git');
 * const { refs } = await storage.load();
 */
export function folderStorage(
  folder: string,
  head = 'refs/heads/main',
  check: () => void = () => {},
): FolderStorage {
  const root = resolve(folder);
  /** What is to be done to let go of the files. */
  const closers = new Set<() => void | Promise<void>>();
  const packs = new Map<string, OpenedPack>();
  let refs = new Map<string, ObjectId>();
  let current = head;
  let shallow: readonly ObjectId[] = [];
  /** Changes of refs, one after another: each writes the whole file. */
  let turn: Promise<void> = Promise.resolve();

  const opened = (name: string, index: Uint8Array): StoredPack => {
    const bytes = new FileBytes(join(root, `pack-${name}.pack`));
    const close = () => bytes.close();
    closers.add(close);
    const pack = { name, bytes, index };
    packs.set(name, { pack, bytes, close });
    return pack;
  };

  const close = async () => {
    for (const letGo of closers) await letGo();
  };

  return {
    async load() {
      await makeDurably(root);
      const names = await readdir(root);
      const there = new Set(names);
      for (const name of names) {
        const isHalf =
          ours.test(name) && !(there.has(withEnd(name, 'pack')) && there.has(withEnd(name, 'idx')));
        if (isHalf || name.startsWith(UNFINISHED)) await rm(join(root, name), { force: true });
        const id = packFile.exec(name)?.[1];
        if (!isHalf && id !== undefined && !packs.has(id))
          opened(id, await readFile(join(root, withEnd(name, 'idx'))));
      }
      if (there.has(REFS)) {
        const said = parseRefs(await readFile(join(root, REFS), 'utf8'));
        if (said === undefined)
          throw new RepositoryFolderError('repository-folder', `${join(folder, REFS)} is damaged.`);
        refs = new Map(said.refs);
        current = said.head;
        shallow = said.shallow;
      }
      return {
        packs: Array.from(packs.values(), ({ pack }) => pack),
        refs: new Map(refs),
        head: current,
        shallow,
      };
    },

    receive: () =>
      incomingFile(root, closers, async (path, name, index) => {
        const known = packs.get(name);
        if (known !== undefined) {
          await rm(path, { force: true });
          return known.pack;
        }
        await rename(path, join(root, `pack-${name}.pack`));
        // A pack counts once its index is there, so that comes last.
        await writeDurably(root, `pack-${name}.idx`, index);
        return opened(name, index);
      }),

    changeRefs(changes, newHead, newShallow) {
      const change = async () => {
        const next = new Map(refs);
        for (const { name, to } of changes) {
          if (to === undefined) next.delete(name);
          else next.set(name, to);
        }
        await makeDurably(root);
        const said = { head: newHead ?? current, refs: next, shallow: newShallow ?? shallow };
        check();
        await writeDurably(root, REFS, formatRefs(said));
        refs = next;
        current = said.head;
        shallow = said.shallow;
      };
      const done = turn.then(change);
      turn = done.catch(() => {});
      return done;
    },

    async removePacks(names) {
      check();
      for (const name of names) {
        const known = packs.get(name);
        if (known === undefined) continue;
        packs.delete(name);
        known.bytes.outlive();
        closers.delete(known.close);
        // Without its index it is no pack any more, if a crash comes between.
        await rm(join(root, `pack-${name}.idx`), { force: true });
        await rm(join(root, `pack-${name}.pack`), { force: true });
      }
    },

    async destroy() {
      await turn;
      await close();
      check();
      await rm(root, { recursive: true, force: true });
      await syncFolder(join(root, '..'));
    },

    close,
  };
}

const withEnd = (name: string, end: string) => `${name.slice(0, name.lastIndexOf('.'))}.${end}`;

/** A pack that is written to a file of a name that is swept. */
function incomingFile(
  root: string,
  closers: Set<() => void | Promise<void>>,
  keep: (path: string, name: string, index: Uint8Array) => Promise<StoredPack>,
): IncomingPack {
  const path = join(root, unfinishedName());
  const bytes = new FileBytes(path, 0);
  let file: FileHandle | undefined;
  const closed = async () => {
    closers.delete(closed);
    bytes.close();
    const handle = file;
    file = undefined;
    await handle?.close();
  };
  return {
    bytes,
    async write(piece) {
      if (file === undefined) {
        await makeDurably(root);
        file = await open(path, 'wx');
        closers.add(closed);
      }
      await writeAll(file, piece);
      bytes.size += piece.length;
    },
    async keep(name, index) {
      await file?.sync();
      await closed();
      return keep(path, name, index);
    },
    async discard() {
      await closed();
      await rm(path, { force: true });
    },
  };
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    const { bytesWritten } = await file.write(piece, at, piece.length - at);
    at += bytesWritten;
  }
}

/** What the file of refs says. */
export interface RefsFile {
  readonly head: string;
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** Commits whose parents are not there. */
  readonly shallow: readonly ObjectId[];
}

const HEAD = 'ref: ';
const SHALLOW = 'shallow ';

/** The branch of `HEAD` in the first line, as Git has it there; then each shallow commit, and each ref, in a line. */
export function formatRefs({ head, refs, shallow }: RefsFile): string {
  const ends = shallow.map((id) => `${SHALLOW}${id}`);
  return [`${HEAD}${head}`, ...ends, ...[...refs].map(([name, id]) => `${id} ${name}`), ''].join('\n');
}

/** @returns nothing when it is no such file */
export function parseRefs(text: string): RefsFile | undefined {
  const [first = '', ...lines] = text.split('\n');
  // The last line ends too, or the file was cut.
  if (!first.startsWith(HEAD) || lines.pop() !== '') return undefined;
  const refs = new Map<string, ObjectId>();
  const shallow: ObjectId[] = [];
  for (const line of lines) {
    const end = line.startsWith(SHALLOW) ? line.slice(SHALLOW.length) : undefined;
    if (end !== undefined) {
      if (!isObjectId(end)) return undefined;
      shallow.push(end);
      continue;
    }
    const id = line.slice(0, 40);
    if (!isObjectId(id) || line[40] !== ' ' || line.length < 42) return undefined;
    refs.set(line.slice(41), id);
  }
  return { head: first.slice(HEAD.length), refs, shallow };
}
