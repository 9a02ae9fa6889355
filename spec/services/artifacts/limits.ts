const day = 86_400;

/** Bounds and defaults of repositories, their names, tokens and lists: fact sheet artifacts, sections 2, 3, 4, 6 and 9. */
export const artifactsLimits = {
  /** Characters of the name of a namespace. */
  namespaceName: { min: 2, max: 63 },
  /** Characters of the name of a branch that becomes the default one. */
  branchName: 256,
  /** Repositories, or namespaces, on one page of a list. */
  page: { default: 50, max: 200 },
  /** Tokens on one page of a list. */
  tokenPage: { default: 30, max: 100 },
  /** Commits of one answer of the log; more are not refused, but left out. */
  log: { default: 50, max: 1000 },
  /** Seconds that a token is good for. */
  ttl: { default: day, min: 60, max: 365 * day },
  /** Milliseconds after a deletion in which the same deletion is answered as the first one was (the time is ours). */
  deletedAgainMs: 60_000,
  /** Bytes of one blob, where limits of the platform are enforced. */
  blobBytes: 33_554_432,
  /** First bytes of a file that say whether it is text. */
  sniffedBytes: 8_192,
} as const;

/** What a repository that names no other begins with. */
export const defaultBranchName = 'main';
