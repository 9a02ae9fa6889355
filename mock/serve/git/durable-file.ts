import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Prefix of unfinished files; a crash leaves them behind, and the next start removes them. */
export const UNFINISHED = 'tmp-';

export const unfinishedName = () => `${UNFINISHED}${randomUUID()}`;

/**
 * Writes a file atomically. It is on disk when the promise resolves.
 *
 * @param mode file mode, for a file with a secret
 */
export async function writeDurably(
  folder: string,
  name: string,
  content: Uint8Array | string,
  mode?: number,
): Promise<void> {
  const unfinished = join(folder, unfinishedName());
  try {
    const file = await open(unfinished, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    const path = join(folder, name);
    // Replacing a link would leave the file that it names as it is, without a word.
    if ((await lstat(path).catch(() => undefined))?.isSymbolicLink())
      throw new Error(`${path} is a symbolic link: put the file itself there.`);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Creates a folder and its parents so that they survive a crash. @param mode of new folders */
export async function makeDurably(folder: string, mode?: number): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** Flushes the entries of a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(folder, 'r');
    await file.sync();
  } catch (error) {
    // Windows can't open folders, and keeps their entries by itself.
    if (process.platform !== 'win32') throw error;
  } finally {
    await file?.close();
  }
}

/** The same, before it returns. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
