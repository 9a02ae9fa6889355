import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { IncomingBlob, Note, ObjectStorage } from '../../engines/objects/index.ts';

/** Bytes that are read of a file at once: each piece is sent by itself, and costs a turn of its own. */
const chunkBytes = 1_048_576;

/** Files that are read at once when a folder is loaded. */
const filesAtOnce = 32;

/**
 * Objects in a folder: bytes in files of random names, and notes in files named by the SHA-256 of what they are about,
 * so that no key is ever part of a path. A file is there as a whole or not at all, and what a process that was killed
 * left half done is gone when the folder is loaded; a machine that loses its power may lose what came last.
 *
 * @param folder is made when something is kept in it
 * @example
 * const store = createObjectStore({ storage: folderStorage('/var/lib/touchstone/pictures') });
 */
export function folderStorage(folder: string): ObjectStorage {
  const root = resolve(folder);
  const folders = {
    notes: join(root, 'notes'),
    blobs: join(root, 'blobs'),
    unfinished: join(root, 'unfinished'),
  };
  let made: Promise<unknown> | undefined;
  const make = () => {
    made ??= Promise.all(Object.values(folders).map((path) => mkdir(path, { recursive: true })));
    return made;
  };
  const unfinished = () => join(folders.unfinished, randomUUID());

  return {
    async load() {
      await rm(folders.unfinished, { recursive: true, force: true });
      const paths = (await namesIn(folders.notes)).map((name) => join(folders.notes, name));
      const notes: Note[] = [];
      for (let at = 0; at < paths.length; at += filesAtOnce)
        notes.push(...(await Promise.all(paths.slice(at, at + filesAtOnce).map(readNote))));
      return notes;
    },
    async keepNote({ name, text }) {
      await make();
      const path = unfinished();
      // JSON has no line feeds, so that the first one ends the name.
      await writeFile(path, `${JSON.stringify(name)}\n${text}`);
      await rename(path, join(folders.notes, fileOf(name)));
    },
    async dropNote(name) {
      await rm(join(folders.notes, fileOf(name)), { force: true });
    },

    receive: () => incomingFile(make, unfinished(), folders.blobs),
    read: (blob, offset, length) => readFileOf(join(folders.blobs, blobName(blob)), offset, length),
    async dropBlob(blob) {
      await rm(join(folders.blobs, blobName(blob)), { force: true });
    },
    async keepOnly(blobs) {
      for (const name of await namesIn(folders.blobs))
        if (!blobs.has(name)) await rm(join(folders.blobs, name), { force: true });
    },

    async destroy() {
      await rm(root, { recursive: true, force: true });
      made = undefined;
    },
  };
}

const fileOf = (name: string) => createHash('sha256').update(name).digest('hex');

/** Names of blobs come back from notes, which somebody may have written to. */
function blobName(blob: string): string {
  if (!/^[0-9a-f-]+$/.test(blob)) throw new Error(`${JSON.stringify(blob)} is no name of a blob.`);
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

async function readNote(path: string): Promise<Note> {
  const content = await readFile(path, 'utf8');
  const end = content.indexOf('\n');
  const name: unknown = JSON.parse(content.slice(0, end));
  return { name: String(name), text: content.slice(end + 1) };
}

/** Bytes that are written to a file of a name that nobody reads. */
function incomingFile(make: () => Promise<unknown>, path: string, folder: string): IncomingBlob {
  let file: FileHandle | undefined;
  const opened = async () => {
    await make();
    file ??= await open(path, 'wx');
    return file;
  };
  const closed = async () => {
    const handle = file;
    file = undefined;
    await handle?.close();
  };
  return {
    async write(piece) {
      const handle = await opened();
      for (let at = 0; at < piece.length; )
        at += (await handle.write(piece, at, piece.length - at)).bytesWritten;
    },
    async keep() {
      await opened();
      await closed();
      const name = randomUUID();
      await rename(path, join(folder, name));
      return name;
    },
    async discard() {
      await closed();
      await rm(path, { force: true });
    },
  };
}

async function* readFileOf(
  path: string,
  offset: number,
  length: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < length; ) {
      // Nothing but what was read of it is handed on, so it need not be emptied first.
      const chunk = new Uint8Array(Buffer.allocUnsafeSlow(Math.min(chunkBytes, length - at)).buffer);
      const { bytesRead } = await file.read(chunk, 0, chunk.length, offset + at);
      if (bytesRead === 0) throw new Error(`The bytes of an object are not all there any more.`);
      at += bytesRead;
      yield bytesRead === chunk.length ? chunk : chunk.slice(0, bytesRead);
    }
  } finally {
    await file.close();
  }
  return undefined;
}
