const day = 86_400;

/**
 * Bounds and defaults of repositories, their names, tokens and lists: Cloudflare docs, Artifacts namespaces
 * and Artifacts REST API and Artifacts limits.
 */
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
  /** Bytes of all packs of a repository, there. */
  repositoryBytes: 1_000_000_000,
  /** Requests of Git for one repository in so many seconds, there. */
  gitRate: { requests: 2_000, seconds: 10 },
  /** First bytes of a file that say whether it is text. */
  sniffedBytes: 8_192,
} as const;

/** What a server offers of Git: all that Git itself has, or what the live service was seen to have. */
export const gitProfiles = ['git', 'live'] as const;

export type GitProfile = (typeof gitProfiles)[number];

/** What a repository that names no other begins with. */
export const defaultBranchName = 'main';

/** What the name of a repository is made of: Cloudflare docs, Artifacts namespaces. */
export const repoNamePattern = /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/;

/** Whether a namespace may have this name: the characters of a repository's name, and not as many of them. */
export function isNamespaceName(name: string): boolean {
  const { min, max } = artifactsLimits.namespaceName;
  return name.length >= min && name.length <= max && repoNamePattern.test(name);
}

/** Names are told apart without regard to case, and kept with the spelling they were given. */
export const nameKey = (name: string): string => name.toLowerCase();

/** Characters that no name of a branch has: control characters, the space, and what means something to Git. */
const notInBranches = /[\0-\x20\x7f~^:?*[\\]/;

/** Whether a branch of this name may become the default one: as the local simulator has it, section 2. */
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
