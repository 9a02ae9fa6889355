import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'touchstone-page-';
const ownerFile = 'owner';

/** A folder of one browser that runs: its profile, its home, its temporary files. */
export interface RunFolder {
  readonly path: string;
  readonly profile: string;
  readonly home: string;
  readonly temporary: string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
  /** The same at once, for a process that is ending. */
  removeNow(): void;
}

/** Makes a folder that nobody else can read, and removes those that killed processes left behind. */
export async function makeRunFolder(parent: string = tmpdir()): Promise<RunFolder> {
  await removeOrphans(parent);
  // Short, since the sockets that the browser makes in it have paths of a hundred bytes at most.
  const path = await mkdtemp(join(parent, prefix));
  await writeFile(join(path, ownerFile), `${hostname()} ${process.pid}`);
  const [profile, home, temporary] = [join(path, 'p'), join(path, 'h'), join(path, 't')] as const;
  for (const folder of [profile, home, temporary]) await mkdir(folder, { mode: 0o700 });
  return {
    path,
    profile,
    home,
    temporary,
    // Processes that were just killed may still be writing.
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 }),
    removeNow() {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // The next start removes it.
      }
    },
  };
}

/** Folders whose process on this machine was killed before it could remove them. */
async function removeOrphans(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  await Promise.all(
    names
      .filter((name) => name.startsWith(prefix))
      .map(async (name) => {
        const owner = await readFile(join(parent, name, ownerFile), 'utf8').catch(() => '');
        const [host, pid] = owner.split(' ');
        if (host !== hostname() || isAlive(Number(pid))) return;
        await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
      }),
  );
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is a process all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
