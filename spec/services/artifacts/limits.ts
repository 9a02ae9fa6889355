const day = 86_400;

/**
 * Limits and defaults of repositories, their names, tokens and lists: Cloudflare docs, Artifacts namespaces and
 * Artifacts REST API and Artifacts limits.
 */
export const artifactsLimits = {
  /** Characters of the name of a namespace. */
  namespaceName: { min: 2, max: 63 },
  /** Characters of the name of a default branch. */
  branchName: 256,
  /** Repositories, or namespaces, on one page of a list. */
  page: { default: 50, max: 200 },
  /** Tokens on one page of a list. */
  tokenPage: { default: 30, max: 100 },
  /** Commits of one answer of the log; a higher limit is lowered, not refused. */
  log: { default: 50, max: 1000 },
  /** Seconds for which a token is valid. */
  ttl: { default: day, min: 60, max: 365 * day },
  /** Milliseconds after a deletion in which a repetition gets the same answer (the time is ours). */
  deletedAgainMs: 60_000,
  /** Bytes of one blob, if platform limits are enforced. */
  blobBytes: 33_554_432,
  /** Bytes of all packs of a repository, if platform limits are enforced. */
  repositoryBytes: 1_000_000_000,
  /** Git requests for one repository in a number of seconds, if platform limits are enforced. */
  gitRate: { requests: 2_000, seconds: 10 },
  /** First bytes of a file that decide whether it is text. */
  sniffedBytes: 8_192,
} as const;

/** Git capabilities of a server: all of Git itself, or those observed on the live service. */
export const gitProfiles = ['git', 'live'] as const;

export type GitProfile = (typeof gitProfiles)[number];

/** The default branch of a repository. */
export const defaultBranchName = 'main';

/** Pattern of repository names: Cloudflare docs, Artifacts namespaces. */
export const repoNamePattern = /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/;

/** Whether a namespace can have this name: the characters of a repository's name, but fewer. */
export function isNamespaceName(name: string): boolean {
  const { min, max } = artifactsLimits.namespaceName;
  return name.length >= min && name.length <= max && repoNamePattern.test(name);
}

/** Names are compared without case and keep their original spelling. */
export const nameKey = (name: string): string => name.toLowerCase();

/** Characters that branch names can't have: control characters, the space, and special characters of Git. */
const notInBranches = /[\0-\x20\x7f~^:?*[\\]/;

/** Whether a branch with this name can become the default one: as in the local simulator. */
export function isDefaultBranch(name: string): boolean {
  return (
    name.length >= 1 &&
    name.length <= artifactsLimits.branchName &&
    name !== '@' &&
    !notInBranches.test(name) &&
    !/^-|\.\.|\/\/|@\{|[/.]$|\.lock$/.test(name) &&
    !name.split('/').some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock'))
  );
}

/** The ref of a branch. */
export const branchRef = (branch: string = defaultBranchName): string => `refs/heads/${branch}`;
