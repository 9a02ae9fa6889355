import { lstat, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** A private folder to unpack a browser into, which no other user can write or read. */
export interface CacheFolder {
  readonly path: string;
  /** Why it is not the usual one; then it lasts as long as its user. */
  readonly note: string | undefined;
  remove(): Promise<void>;
}

/** A folder that other users own or can access; its content must not be run. */
export class UnsafeFolder extends Error {
  override readonly name = 'UnsafeFolder';
}

/**
 * Makes `touchstone` in a cache folder, or finds it there.
 *
 * @param parent absolute path. Default: the user's own cache, or a new temporary folder if that can't be used
 * @param usual the user's own cache
 * @throws UnsafeFolder if `parent` was given and the existing folder can't be trusted
 */
export async function openCacheFolder(parent: string | undefined, usual = userCache()): Promise<CacheFolder> {
  const path = join(parent ?? usual, 'touchstone');
  try {
    await makePrivate(path);
    return { path, note: undefined, remove: async () => {} };
  } catch (error) {
    if (parent !== undefined) throw error;
    return await temporaryCache(error instanceof Error ? error.message : String(error));
  }
}

const userCache = () => process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');

async function temporaryCache(why: string): Promise<CacheFolder> {
  const { path, remove, removeNow } = await makeTemporaryFolder('touchstone-cache-');
  process.once('exit', removeNow);
  return {
    path,
    note: `unpacked into ${path}, for as long as this program runs: ${why}`,
    async remove() {
      process.off('exit', removeNow);
      await remove();
    },
  };
}

/** Makes a folder of mode 0700, or checks that the existing one is private. */
async function makePrivate(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await checkPrivate(path);
}

/** @throws UnsafeFolder unless the path is a folder that only this user owns and can access */
export async function checkPrivate(path: string): Promise<void> {
  const facts = await lstat(path);
  if (!facts.isDirectory()) throw new UnsafeFolder(`${path} is not a folder`);
  if (process.platform === 'win32') return;
  if (facts.uid !== process.getuid?.()) throw new UnsafeFolder(`${path} belongs to another user`);
  if ((facts.mode & 0o077) !== 0) {
    throw new UnsafeFolder(`${path} is open to other users; chmod 700 it, or remove it`);
  }
}
