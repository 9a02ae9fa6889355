/** All of Git that the service needs, in one module, loaded when a repository is first read. */
export { gitCodec } from '#git-codec';
export { importRepository } from '../../engines/git/client/import-repository.ts';
export { RemoteError } from '../../engines/git/client/remote-http.ts';
export { GitRepository, memoryStorage, serveGit } from '../../engines/git/index.ts';
export { copyRepository } from '../../engines/git/repository/copy-repository.ts';
export { readBlob, readCommit, readFile, readLog, readTree } from './reading/read-objects.ts';
