import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type IncomingBlob,
  type Note,
  ObjectError,
  type ObjectStorage,
} from '../../engines/objects/index.ts';
import { Lazy } from '../../world/lazy.ts';

/** Bytes that all readers together read from files at once, and the share of one reader. */
const readBytes = 4_194_304;
const chunkBytes = { least: 65_536, most: 1_048_576 } as const;

/** Size up to which a file is written or read synchronously: that is faster than a thread of the runtime. */
const smallBytes = 65_536;

/** Files to read in parallel when a folder is loaded. */
const filesAtOnce = 32;

/**
 * Keeps objects in a folder. Blobs are files with random names. Notes are files named by the SHA-256 of their own name
 * and a growing number, so that no key becomes part of a path. A note is written atomically, and loading removes blobs
 * without a note, so a killed process leaves nothing half done. A power failure may lose the latest changes.
 *
 * @param folder created with the first write
 * @param check runs before each change; throwing prevents the change
 * @example
 * const store = createObjectStore({ storage: folderStorage('/var/lib/touchstone/pictures') });
 */
export function folderStorage(folder: string, check: () => void = () => {}): ObjectStorage {
  const root = resolve(folder);
  const folders = {
    notes: join(root, 'notes'),
    blobs: join(root, 'blobs'),
    unfinished: join(root, 'unfinished'),
  };
  const makeFolders = () =>
    new Lazy(() => Promise.all(Object.values(folders).map((path) => mkdir(path, { recursive: true }))));
  let made = makeFolders();
  const make = () => made.get();
  const readers = { count: 0 };
  const passed = collectPieces();
  /** The current number of each note. */
  const numbers = new Map<string, number>();
  let lastNumber = 0;
  const noteFile = (hash: string, number: number) => join(folders.notes, `${hash}-${number}`);

  /** Finds the notes; if a crash has left two of one name, it removes the older one. */
  async function readNumbers(): Promise<void> {
    for (const file of await namesIn(folders.notes)) {
      const [, hash, digits] = /^([0-9a-f]{64})-(\d+)$/.exec(file) ?? [];
      if (hash === undefined) continue;
      const number = Number(digits);
      const other = numbers.get(hash) ?? 0;
      if (other > 0) await remove(noteFile(hash, Math.min(number, other)));
      numbers.set(hash, Math.max(number, other));
      lastNumber = Math.max(lastNumber, number);
    }
  }

  return {
    async load() {
      await rm(folders.unfinished, { recursive: true, force: true });
      await readNumbers();
      const paths = Array.from(numbers, ([hash, number]) => noteFile(hash, number));
      const notes: Note[] = [];
      for (let at = 0; at < paths.length; at += filesAtOnce)
        notes.push(...(await Promise.all(paths.slice(at, at + filesAtOnce).map(readNote))));
      return notes;
    },
    async keepNote({ name, text }) {
      await make();
      check();
      const path = join(folders.unfinished, randomUUID());
      // JSON has no line feeds, so the first one ends the name.
      writeFileSync(path, `${JSON.stringify(name)}\n${text}`);
      const hash = getHash(name);
      const former = numbers.get(hash);
      lastNumber += 1;
      // Writes to a new name: replacing a file would make ext4 wait for the disk.
      renameSync(path, noteFile(hash, lastNumber));
      numbers.set(hash, lastNumber);
      if (former !== undefined) await remove(noteFile(hash, former));
    },
    async dropNote(name) {
      const hash = getHash(name);
      const number = numbers.get(hash);
      if (number === undefined) return;
      check();
      await remove(noteFile(hash, number));
      numbers.delete(hash);
    },

    receive: () => incomingFile(make, folders.blobs, passed),
    read(blob, offset, length) {
      const path = join(folders.blobs, blobName(blob));
      return length > smallBytes ? readLarge(path, offset, length, readers) : readSmall(path, offset, length);
    },
    async dropBlob(blob) {
      check();
      await remove(join(folders.blobs, blobName(blob)));
    },
    async keepOnly(blobs) {
      for (const name of await namesIn(folders.blobs))
        if (!blobs.has(name)) await remove(join(folders.blobs, name));
    },

    async destroy() {
      check();
      await rm(root, { recursive: true, force: true });
      made = makeFolders();
      numbers.clear();
    },
  };
}

const getHash = (name: string) => createHash('sha256').update(name).digest('hex');

/** Names of blobs come from notes, which another program may have changed. */
function blobName(blob: string): string {
  if (!/^[0-9a-f-]+$/.test(blob)) throw new Error(`${JSON.stringify(blob)} is not the name of a blob.`);
  return blob;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes a file if it exists. */
async function remove(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
}

async function readNote(path: string): Promise<Note> {
  const content = await readFile(path, 'utf8');
  const end = content.indexOf('\n');
  try {
    return { name: String(JSON.parse(content.slice(0, end))), text: content.slice(end + 1) };
  } catch (cause) {
    const help = 'restore it from a copy, or remove it with its object.';
    throw new ObjectError('damaged', `${path} is damaged: ${help}`, { cause });
  }
}

/** Writes incoming bytes to a file whose name is not published yet. */
function incomingFile(
  make: () => Promise<unknown>,
  folder: string,
  passed: (bytes: number) => void,
): IncomingBlob {
  const name = randomUUID();
  const path = join(folder, name);
  /** The bytes so far, until there are enough to need a file. */
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let file: FileHandle | undefined;
  let isMade = false;

  async function append(handle: FileHandle, piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length; )
      at += (await handle.write(piece, at, piece.length - at)).bytesWritten;
  }
  async function spill(piece: Uint8Array): Promise<void> {
    await make();
    file ??= await open(path, 'wx');
    isMade = true;
    for (const one of [...held, piece]) await append(file, one);
    held = [];
    passed(piece.length);
  }
  async function close(): Promise<void> {
    const handle = file;
    file = undefined;
    await handle?.close();
  }
  return {
    write(piece) {
      heldBytes += piece.length;
      if (heldBytes > smallBytes) return spill(piece);
      held.push(piece.slice());
      return undefined;
    },
    async keep() {
      if (isMade) await close();
      else {
        await make();
        isMade = true;
        writeFileSync(path, Buffer.concat(held), { flag: 'wx' });
      }
      return name;
    },
    async discard() {
      held = [];
      await close();
      if (isMade) await remove(path);
    },
  };
}

async function* readSmall(
  path: string,
  offset: number,
  length: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const bytes = newChunk(length);
  const file = openSync(path, 'r');
  try {
    for (let at = 0; at < length; ) {
      const read = readSync(file, bytes, at, length - at, offset + at);
      if (read === 0) throw cutOff();
      at += read;
    }
  } finally {
    closeSync(file);
  }
  yield bytes;
  return undefined;
}

/** @param readers number of current readers; the more there are, the smaller each one's chunks */
async function* readLarge(
  path: string,
  offset: number,
  length: number,
  readers: { count: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const file = await open(path, 'r');
  readers.count += 1;
  try {
    for (let at = 0; at < length; ) {
      const share = Math.max(
        chunkBytes.least,
        Math.min(chunkBytes.most, Math.ceil(readBytes / readers.count)),
      );
      const chunk = newChunk(Math.min(share, length - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, offset + at);
      if (bytesRead === 0) throw cutOff();
      at += bytesRead;
      yield bytesRead === chunk.length ? chunk : chunk.slice(0, bytesRead);
    }
  } finally {
    readers.count -= 1;
    await file.close();
  }
  return undefined;
}

/** Allocates without zeroing: callers only see what was read into it. */
const newChunk = (length: number) => new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);

const cutOff = () => new Error('Some bytes of the object are missing.');

/** Bytes of unused pieces that may pile up, roughly. */
const everyBytes = 67_108_864;

/**
 * Makes Bun collect unused pieces while large objects pass. Bun underestimates how many bytes they hold, and would keep
 * hundreds of megabytes when many clients send at once. The other runtimes need no help.
 *
 * @returns a function to call with the number of bytes that have passed
 */
export function collectPieces(
  collect: (() => void) | undefined = typeof Bun === 'undefined' ? undefined : () => Bun.gc(true),
): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < everyBytes) return;
    passed = 0;
    collect?.();
  };
}
