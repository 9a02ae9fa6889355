/** The entry point of the Git engine, for services, servers and bindings. */
export { GitError, type GitFailure } from './git-error.ts';
export { type GitRoute, type GitService, type RefusedRoute, readGitRoute } from './http/git-route.ts';
export { type ServeGitOptions, serveGit } from './http/serve-git.ts';
export { isObjectId, type ObjectId, zeroId } from './object-id.ts';
export { GitRepository, type RepositoryRefs } from './repository/git-repository.ts';
export type { RefChange, RepositoryStorage } from './repository-storage.ts';
export { memoryStorage } from './storage/memory-storage.ts';
