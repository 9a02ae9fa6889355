import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { BucketHost } from '../../bindings/buckets/buckets.ts';
import type { RepositoryHost } from '../../services/artifacts/repository-registry.ts';
import type { Secrets } from '../../world/defaults.ts';
import type { KeptNode } from '../../world/state/kept-node.ts';
import type { StateHost } from '../../world/state/state-keeper.ts';
import { makeDurably, UNFINISHED } from '../git/durable-file.ts';
import { checkRepository, type FolderStorage, folderStorage } from '../git/folder-storage.ts';
import { folderBuckets } from './folder-buckets.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { readSecrets, writeSecrets } from './kept-secrets.ts';
import { readOldRecords } from './old-records.ts';
import { type ReadState, readState, STATE, StateFile, StateFolderError } from './state-file.ts';

/** A folder that keeps what users of a server make. */
export interface StateFolder {
  /** For the option `state` of a mock. */
  readonly state: StateHost;
  /** For the option `repositories`. */
  readonly host: RepositoryHost;
  /** For the option `buckets`. */
  readonly buckets: BucketHost;
  /** The random secrets of the folder, which its first server makes. */
  secrets(make: () => Secrets): Promise<Secrets>;
  /** What may be missing in it, as its last server was not ended but killed. */
  readonly notice: string | undefined;
  /** Releases the folder for another server. */
  close(): Promise<void>;
}

const REPOSITORIES = 'repositories';
const OBJECTS = 'objects';
const ourName = /^[0-9a-z]{16}$/;

/**
 * Opens the state folder of a server. `state.jsonl` has all records, `repositories` a folder for each repository, and
 * `objects` one for each account and bucket. What was answered is on disk; what else a crash left is removed.
 *
 * All of it is judged first, except what is in packs and objects: they are when they are read.
 *
 * @param folder created if it does not exist, for its owner alone
 * @throws FolderInUseError, StateFolderError, KeptRecordError or RepositoryFolderError in one line
 * @example
 * const { state, host, close } = await openStateFolder('/var/lib/touchstone');
 * const mock = createMock({ state, repositories: host });
 */
export async function openStateFolder(folder: string): Promise<StateFolder> {
  const root = resolve(folder);
  const repositories = join(root, REPOSITORIES);
  const lock = await takeFolder(repositories, root, folder);
  try {
    const read = await readFolder(root, repositories);
    let secrets = await readSecrets(root);
    const known = getRepositories(read?.kept);
    for (const id of known) await checkRepository(join(repositories, id));
    await sweep(root, repositories, known);
    const file = new StateFile(root, read ?? { starts: 0, kept: undefined }, lock.check);
    // Until there are records, this tells that repositories without one may be removed.
    if (!read) file.clear();
    const opened = new Set<FolderStorage>();
    return {
      state: file,
      host: {
        storageFor(id, head) {
          const storage = folderStorage(join(repositories, id), head, lock.check);
          opened.add(storage);
          const destroy = () => storage.destroy().finally(() => opened.delete(storage));
          return { ...storage, destroy };
        },
      },
      buckets: folderBuckets(join(root, OBJECTS), lock.check),
      notice: read?.notice,
      secrets: async (make) => (secrets ??= await writeSecrets(root, make())),
      async close() {
        for (const storage of opened) await storage.close();
        await file.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function takeFolder(repositories: string, root: string, folder: string): Promise<FolderLock> {
  try {
    await makeDurably(repositories, 0o700);
    await refuseLinks(root);
    return await lockFolder(root);
  } catch (cause) {
    if (cause instanceof TouchstoneError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    throw new StateFolderError('state-folder', `${folder} can't be used for state: ${code}.`, { cause });
  }
}

/** A server replaces its files, and with them a link: the file that it names would get old without a word. */
async function refuseLinks(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    // Reading a pipe would never end. Deno knows none by `isFIFO`.
    if (!entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink())
      throw new StateFolderError('state-folder', `${path} is not a file. Remove it.`);
    if (!entry.isSymbolicLink() || (await stat(path).catch(() => undefined))?.isDirectory()) continue;
    const reason = `${path} is a symbolic link, which the server would replace.`;
    const help = 'Put the file itself there, or make the whole folder a link.';
    throw new StateFolderError('state-folder', `${reason} ${help}`);
  }
}

/** @throws StateFolderError when there are repositories without records, so that none is removed */
async function readFolder(root: string, repositories: string): Promise<ReadState | undefined> {
  const read = (await readState(root)) ?? (await readOldRecords(root));
  if (read !== undefined || (await readdir(repositories)).length === 0) return read;
  const reason = `${repositories} contains repositories, but ${STATE}, which lists them, is missing.`;
  throw new StateFolderError('state-folder', reason);
}

/** The ids of the repositories with a record. */
function getRepositories(kept: KeptNode | undefined): ReadonlySet<string> {
  return new Set(
    [...(kept?.at('accounts').children.values() ?? [])].flatMap((account) => [
      ...account.at('artifacts/repositories').records.keys(),
    ]),
  );
}

/** Removes repositories without a record, and unfinished files. */
async function sweep(root: string, repositories: string, known: ReadonlySet<string>): Promise<void> {
  const left = (await readdir(repositories)).filter((name) => ourName.test(name) && !known.has(name));
  const unfinished = (await readdir(root)).filter((name) => name.startsWith(UNFINISHED));
  for (const name of left) await rm(join(repositories, name), { recursive: true, force: true });
  for (const name of unfinished) await rm(join(root, name), { force: true });
}
