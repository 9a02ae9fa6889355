/** A repository of Git that a test has for itself. */
export interface TestRepository {
  /** URL that clients are given, without a slash at its end. */
  readonly remote: string;
  /** Headers that let a client read and write. */
  readonly headers: Readonly<Record<string, string>>;
  /** Branch that `HEAD` stands for. */
  readonly branch: string;
}

/** What a test wants of its repository. */
export interface RepositoryWish {
  /** Branch that `HEAD` stands for; `main` where it is left out. */
  readonly branch?: string;
}

/**
 * Makes the empty repositories of tests. Left out of a run, they are made through the API; given, the same tests hold
 * a server of Git to account that has no API.
 *
 * @param name letters, digits and dashes; no other call of the run gets it
 */
export type RepositoryProvider = (name: string, wish: RepositoryWish) => Promise<TestRepository>;
