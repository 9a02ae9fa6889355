type GitTools = typeof import('./git-tools.ts');

/** Loads Git at the first use of a repository. */
export const loadGit = (): Promise<GitTools> => import('./git-tools.ts');
