/** A Git repository for one test. */
export interface TestRepository {
  /** URL for clients, without a trailing slash. */
  readonly remote: string;
  /** Headers that authorize reads and writes. */
  readonly headers: Readonly<Record<string, string>>;
  /** Branch that `HEAD` points to. */
  readonly branch: string;
}

/** Requirements for a repository. */
export interface RepositoryWish {
  /** Branch that `HEAD` points to; `main` by default. */
  readonly branch?: string;
}

/**
 * Creates the empty repositories of tests. By default a run creates them through the API; with a provider, the same
 * tests judge a Git server without the API.
 *
 * @param name letters, digits and dashes; unique within the run
 */
export type RepositoryProvider = (name: string, options: RepositoryWish) => Promise<TestRepository>;
