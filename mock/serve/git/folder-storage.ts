import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { GitError } from '../../engines/git/git-error.ts';
import { idAt, isObjectId, type ObjectId } from '../../engines/git/object-id.ts';
import { PackIndex } from '../../engines/git/pack/pack-index.ts';
import type { IncomingPack, RepositoryStorage, StoredPack } from '../../engines/git/repository-storage.ts';
import { makeDurably, syncFolder, UNFINISHED, unfinishedName, writeDurably } from './durable-file.ts';
import { FileBytes } from './file-bytes.ts';

/** Thrown when a folder contains no readable repository. */
export class RepositoryFolderError extends GitError {}

const REFS = 'refs';
const packFile = /^pack-([0-9a-f]{40})\.pack$/;
const ours = /^pack-[0-9a-f]{40}\.(?:pack|idx)$/;

interface OpenedPack {
  readonly pack: StoredPack;
  readonly bytes: FileBytes;
  readonly close: () => void;
}

export interface FolderStorage extends RepositoryStorage {
  /** Closes all files, including those of incoming packs. */
  close(): Promise<void>;
}

/**
 * Keeps a repository in its own folder: packs with their indexes, named as Git does, and one file of refs. Resolved
 * writes are on disk; loading removes what a crash cut off.
 *
 * @param folder created with the first write
 * @param head the branch that `HEAD` names in a new repository
 * @param check runs before each change; throwing prevents the change
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
  /** Closes each open file. */
  const closers = new Set<() => void | Promise<void>>();
  const packs = new Map<string, OpenedPack>();
  let refs = new Map<string, ObjectId>();
  let current = head;
  let shallow: readonly ObjectId[] = [];
  /** Changes refs one at a time, as each change writes the whole file. */
  let turn: Promise<void> = Promise.resolve();
  let isDestroyed = false;
  /** A late write must not bring a destroyed folder back. */
  const make = async () => {
    if (isDestroyed) throw new Error(`${root} was deleted.`);
    await makeDurably(root);
  };

  const opened = (name: string, index: Uint8Array): StoredPack => {
    const bytes = new FileBytes(join(root, `pack-${name}.pack`));
    const close = () => bytes.close();
    closers.add(close);
    const pack = { name, bytes, index };
    packs.set(name, { pack, bytes, close });
    return pack;
  };

  const close = async () => {
    for (const closeFile of closers) await closeFile();
  };

  return {
    /** @throws RepositoryFolderError that names the damaged file */
    async load() {
      await makeDurably(root);
      const found = await readFolder(root);
      // A crash leaves halves of packs that no ref needs yet, or any more.
      if (found.halves.length > 0) found.checkRefs();
      for (const name of found.halves) await rm(join(root, name), { force: true });
      for (const [name, index] of found.indexes) {
        if (packs.has(name)) continue;
        await checkPack(join(root, `pack-${name}.pack`), name);
        opened(name, index);
      }
      if (found.saved) {
        refs = new Map(found.saved.refs);
        current = found.saved.head;
        shallow = found.saved.shallow;
      }
      return {
        packs: Array.from(packs.values(), ({ pack }) => pack),
        refs: new Map(refs),
        head: current,
        shallow,
      };
    },

    receive: () =>
      incomingFile(root, make, closers, async (path, name, index) => {
        const known = packs.get(name);
        if (known !== undefined) {
          await rm(path, { force: true });
          return known.pack;
        }
        await rename(path, join(root, `pack-${name}.pack`));
        // A pack counts only with its index, so the index comes last.
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
        await make();
        const saved = { head: newHead ?? current, refs: next, shallow: newShallow ?? shallow };
        check();
        await writeDurably(root, REFS, formatRefs(saved));
        refs = next;
        current = saved.head;
        shallow = saved.shallow;
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
        // Removes the index first: if a crash follows, the pack no longer counts.
        await rm(join(root, `pack-${name}.idx`), { force: true });
        await rm(join(root, `pack-${name}.pack`), { force: true });
      }
    },

    async destroy() {
      await turn;
      check();
      isDestroyed = true;
      await close();
      await rm(root, { recursive: true, force: true });
      await syncFolder(join(root, '..'));
    },

    close,
  };
}

const SUM_BYTES = 20;

/**
 * Judges the folder of a repository without reading its packs: that all of their files are there and have their ends,
 * and that they have what the refs name.
 *
 * @throws RepositoryFolderError that names the damaged file
 */
export async function checkRepository(folder: string): Promise<void> {
  const { checkRefs } = await readFolder(folder);
  checkRefs();
}

/** What the folder of a repository contains. @throws RepositoryFolderError that names the damaged file */
async function readFolder(root: string) {
  const names = await readdir(root).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const existing = new Set(names);
  const halves: string[] = [];
  const indexes = new Map<string, Uint8Array>();
  for (const name of names) {
    const isHalf =
      ours.test(name) && !(existing.has(withEnd(name, 'pack')) && existing.has(withEnd(name, 'idx')));
    if (isHalf || name.startsWith(UNFINISHED)) halves.push(name);
    const id = packFile.exec(name)?.[1];
    if (!isHalf && id !== undefined) indexes.set(id, await readIndex(join(root, name), id));
  }
  const path = join(root, REFS);
  const saved = existing.has(REFS) ? parseRefs(await readFile(path, 'utf8')) : undefined;
  if (existing.has(REFS) && saved === undefined) throw damaged(path);
  const checkRefs = () => {
    const packs = Array.from(indexes.values(), (bytes) => new PackIndex(bytes));
    for (const [ref, id] of saved?.refs ?? []) {
      if (!packs.some((pack) => pack.find(id) !== -1)) throw damaged(root, `no pack has ${id} of ${ref}`);
    }
  };
  return { halves, indexes, saved, checkRefs };
}

/** The index of a pack, after a look at the ends of both. */
async function readIndex(path: string, name: string): Promise<Uint8Array> {
  const index = await readFile(withEnd(path, 'idx'));
  const sum = createHash('sha1').update(index.subarray(0, -SUM_BYTES)).digest('hex');
  if (index.length < 2 * SUM_BYTES || idAt(index, index.length - SUM_BYTES) !== sum)
    throw damaged(withEnd(path, 'idx'));
  const bytes = new FileBytes(path);
  const end = Buffer.from(bytes.slice(Math.max(0, bytes.size - SUM_BYTES), SUM_BYTES)).toString('hex');
  bytes.close();
  if (end !== name || idAt(index, index.length - 2 * SUM_BYTES) !== name) throw damaged(path);
  return index;
}

/**
 * Reads a whole pack once, to find lost or changed bytes before serving any.
 *
 * @throws RepositoryFolderError when the pack has changed
 */
async function checkPack(path: string, name: string): Promise<void> {
  const hash = createHash('sha1');
  let last = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 1_048_576 })) {
    const read = Buffer.concat([last, piece]);
    last = read.subarray(Math.max(0, read.length - SUM_BYTES));
    hash.update(read.subarray(0, read.length - last.length));
  }
  if (hash.digest('hex') !== name || last.toString('hex') !== name) throw damaged(path);
}

const damaged = (path: string, problem?: string) =>
  new RepositoryFolderError(
    'bad-pack',
    `${path} is damaged${problem === undefined ? '' : `, as ${problem}`}: restore it from a copy, or delete its repository.`,
  );

const withEnd = (name: string, end: string) => `${name.slice(0, name.lastIndexOf('.'))}.${end}`;

/** Writes an incoming pack under the name of an unfinished file. */
function incomingFile(
  root: string,
  make: () => Promise<void>,
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
        await make();
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

/** Contents of the file of refs. */
export interface RefsFile {
  readonly head: string;
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** Commits whose parents are missing. */
  readonly shallow: readonly ObjectId[];
}

const HEAD = 'ref: ';
const SHALLOW = 'shallow ';

/** The first line has the branch of `HEAD`, in Git's own form; each further line has a shallow commit or a ref. */
export function formatRefs({ head, refs, shallow }: RefsFile): string {
  const ends = shallow.map((id) => `${SHALLOW}${id}`);
  return [`${HEAD}${head}`, ...ends, ...[...refs].map(([name, id]) => `${id} ${name}`), ''].join('\n');
}

/** @returns nothing when the file is not valid */
export function parseRefs(text: string): RefsFile | undefined {
  const [first = '', ...lines] = text.split('\n');
  // The last line must end too, or the file was cut off.
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
