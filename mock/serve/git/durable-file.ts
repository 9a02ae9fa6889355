import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** How names begin of files that are not finished: a crash leaves them, and they are swept. */
export const UNFINISHED = 'tmp-';

export const unfinishedName = () => `${UNFINISHED}${randomUUID()}`;

/**
 * Writes a file that is there as a whole or not at all, whatever happens meanwhile; on disk once this is resolved.
 *
 * @param mode who may read it, for a file that is secret
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
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Makes a folder that is still there after a crash, and those that it is in. */
export async function makeDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** Puts on disk which files a folder has. */
export async function syncFolder(folder: string): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(folder, 'r');
    await file.sync();
  } catch (error) {
    // Windows opens no folders, and keeps its names by itself.
    if (process.platform !== 'win32') throw error;
  } finally {
    await file?.close();
  }
}
