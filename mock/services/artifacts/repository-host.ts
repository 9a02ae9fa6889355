import type { RepositoryStorage } from '../../engines/git/repository-storage.ts';
import type {
  StoredNamespace,
  StoredRepository,
  StoredRepositoryToken,
} from '../../world/artifacts-shelf.ts';

/** What is known of the repositories of one account, beside what Git keeps. */
export interface AccountRecords {
  readonly account: string;
  readonly namespaces: readonly StoredNamespace[];
  readonly repositories: readonly StoredRepository[];
  readonly tokens: readonly StoredRepositoryToken[];
}

/** What is known of all repositories, as plain JSON; tokens by their hash. */
export interface ArtifactsRecords {
  readonly accounts: readonly AccountRecords[];
}

/**
 * Where repositories are kept: by default in memory, as long as the mock is there.
 *
 * @example
 * const host: RepositoryHost = {
 *   storageFor: (id, head) => folderStorage(join(folder, id), head),
 *   kept: JSON.parse(await readFile(file, 'utf8')),
 *   save: (records) => writeFile(file, JSON.stringify(records)),
 * };
 */
export interface RepositoryHost {
  /**
   * The place of a repository, which is empty where nothing was kept there.
   *
   * @param repositoryId 16 digits and lower-case letters
   * @param head the ref that `HEAD` of a new repository stands for, `refs/heads/main`
   */
  storageFor(repositoryId: string, head: string): RepositoryStorage;
  /** What was saved last. */
  readonly kept?: ArtifactsRecords | undefined;
  /** How many mocks saved here before: their ids and tokens are not given again. */
  readonly starts?: number | undefined;
  /**
   * Keeps records for good: a change is answered once this is resolved. It is not called again before that.
   *
   * @throws whatever is then answered as an internal error
   */
  save?(records: ArtifactsRecords): Promise<void>;
}
