import { artifactsLimits, defaultBranchName } from './limits.ts';

/** What the name of a repository is made of: fact sheet artifacts, section 2. */
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
