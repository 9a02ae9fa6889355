import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { BucketHost } from '../../bindings/buckets/buckets.ts';
import type { RepositoryHost } from '../../services/artifacts/repository-registry.ts';
import { makeDurably, UNFINISHED } from '../git/durable-file.ts';
import { type FolderStorage, folderStorage } from '../git/folder-storage.ts';
import { folderBuckets } from './folder-buckets.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { RECORDS, type RecordsFile, readRecords, StateFolderError, writeRecords } from './records-file.ts';

/** A folder that keeps a server's repositories and objects. */
export interface StateFolder {
  /** For the option `repositories` of a mock. */
  readonly host: RepositoryHost;
  /** For the option `buckets`. */
  readonly buckets: BucketHost;
  /** Releases the folder for another server. */
  close(): Promise<void>;
}

const REPOSITORIES = 'repositories';
const OBJECTS = 'objects';
const ourName = /^[0-9a-z]{16}$/;

/**
 * Opens the state folder of a server. `artifacts.json` lists repositories and tokens, `repositories` has a folder for
 * each repository, and `objects` one for each account and bucket. What was answered is on disk; what else a crash left
 * is removed.
 *
 * @param folder created if it does not exist
 * @throws FolderInUseError or StateFolderError in one line
 * @example
 * const { host, close } = await openStateFolder('/var/lib/touchstone');
 * const mock = createMock({ repositories: host });
 */
export async function openStateFolder(folder: string): Promise<StateFolder> {
  const root = resolve(folder);
  const repositories = join(root, REPOSITORIES);
  const lock = await takeFolder(repositories, root, folder);
  try {
    const kept = (await keptIn(root, repositories)) ?? { starts: 0, records: { accounts: [] } };
    await sweep(root, repositories, kept);
    const starts = kept.starts + 1;
    await writeRecords(root, { starts, records: kept.records });
    const opened = new Set<FolderStorage>();
    return {
      host: {
        kept: kept.records,
        starts: kept.starts,
        storageFor(id, head) {
          const storage = folderStorage(join(repositories, id), head, lock.check);
          opened.add(storage);
          const destroy = () => storage.destroy().finally(() => opened.delete(storage));
          return { ...storage, destroy };
        },
        async save(records) {
          lock.check();
          await writeRecords(root, { starts, records });
        },
      },
      buckets: folderBuckets(join(root, OBJECTS), lock.check),
      async close() {
        for (const storage of opened) await storage.close();
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
    await makeDurably(repositories);
    return await lockFolder(root);
  } catch (cause) {
    if (cause instanceof TouchstoneError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    throw new StateFolderError('state-folder', `${folder} can't be used for state: ${code}.`, { cause });
  }
}

/** @throws StateFolderError when there are repositories without records, so that none is removed */
async function keptIn(root: string, repositories: string): Promise<RecordsFile | undefined> {
  const kept = await readRecords(root);
  if (kept !== undefined || (await readdir(repositories)).length === 0) return kept;
  const reason = `${repositories} contains repositories, but ${RECORDS}, which lists them, is missing.`;
  throw new StateFolderError('state-folder', reason);
}

/** Removes repositories without a record, and unfinished files. */
async function sweep(root: string, repositories: string, { records }: RecordsFile): Promise<void> {
  const known = new Set(records.accounts.flatMap((account) => account.repositories).map(({ id }) => id));
  const left = (await readdir(repositories)).filter((name) => ourName.test(name) && !known.has(name));
  const unfinished = (await readdir(root)).filter((name) => name.startsWith(UNFINISHED));
  for (const name of left) await rm(join(repositories, name), { recursive: true, force: true });
  for (const name of unfinished) await rm(join(root, name), { force: true });
}
