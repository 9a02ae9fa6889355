import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const ownerFile = 'owner';

/** A private folder that no other user can read, until it is removed. */
export interface TemporaryFolder {
  readonly path: string;
  /** Removes it with its content. */
  remove(): Promise<void>;
  /** The same synchronously, for a program that is exiting. */
  removeNow(): void;
}

/**
 * Makes a new folder, and removes those with the same prefix that killed programs left behind.
 *
 * @param prefix beginning of its name; short, since sockets in it have paths of at most a hundred bytes
 * @param parent folder to make it in
 */
export async function makeTemporaryFolder(
  prefix: string,
  parent: string = tmpdir(),
): Promise<TemporaryFolder> {
  await removeOrphans(prefix, parent);
  const path = await mkdtemp(join(parent, prefix));
  await writeFile(join(path, ownerFile), `${process.pid} ${hostname()}`);
  return {
    path,
    // Processes that were just killed may still be writing.
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 }),
    removeNow() {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // The next program that makes such a folder removes it.
      }
    },
  };
}

/** Removes the folders with a prefix that killed programs left behind. */
export async function removeOrphans(prefix: string, parent: string = tmpdir()): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  await Promise.all(
    names.map(async (name) => {
      const path = join(parent, name);
      if (await isOrphan(path)) await rm(path, { recursive: true, force: true }).catch(() => {});
    }),
  );
}

/** Whether only this user can change a folder, and its program ran on this machine and has ended. */
async function isOrphan(path: string): Promise<boolean> {
  try {
    const facts = await lstat(path);
    if (!facts.isDirectory() || facts.uid !== (process.getuid?.() ?? facts.uid)) return false;
    const [pid = '', host] = (await readFile(join(path, ownerFile), 'utf8')).split(' ');
    return host === hostname() && isGone(Number(pid));
  } catch {
    // A folder that is being made has no owner yet; one that is being removed has none any more.
    return false;
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** A running browser's folder, which has all the files it writes. */
export interface RunFolder extends TemporaryFolder {
  readonly profile: string;
  readonly home: string;
  readonly temporary: string;
  /** The cache of fontconfig. */
  readonly fontCache: string;
}

export async function makeRunFolder(): Promise<RunFolder> {
  const folder = await makeTemporaryFolder('touchstone-browser-');
  const inside = (name: string) => join(folder.path, name);
  const folders = { profile: inside('p'), home: inside('h'), temporary: inside('t'), fontCache: inside('f') };
  for (const path of Object.values(folders)) await mkdir(path, { mode: 0o700 });
  return { ...folder, ...folders };
}
