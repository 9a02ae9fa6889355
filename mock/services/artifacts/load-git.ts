type GitTools = typeof import('./git-tools.ts');

/** Loads Git; whoever needs no repository never does. */
export const loadGit = (): Promise<GitTools> => import('./git-tools.ts');
