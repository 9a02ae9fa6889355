import { gitCodec } from '#git-codec';
import { readGitRoute } from '../../mock/engines/git/http/git-route.ts';
import { serveGit } from '../../mock/engines/git/http/serve-git.ts';
import { GitRepository } from '../../mock/engines/git/repository/git-repository.ts';
import type { RepositoryStorage } from '../../mock/engines/git/repository-storage.ts';
import { memoryStorage } from '../../mock/engines/git/storage/memory-storage.ts';
import { startPlane } from '../../mock/serve/plane.ts';

/** Our Git server without accounts and tokens. */
export interface RepositoryServer {
  /** `http://127.0.0.1:PORT`; add `/NAME.git`. The first use of a name creates its repository. */
  readonly url: string;
  repository(name: string): Promise<GitRepository>;
  close(): Promise<void>;
}

/** Serves repositories with the engine alone, on a real port. */
export async function startRepositoryServer(
  storageFor: (name: string) => RepositoryStorage = () => memoryStorage(),
): Promise<RepositoryServer> {
  const repositories = new Map<string, Promise<GitRepository>>();
  const open = (name: string) => {
    const found = repositories.get(name) ?? GitRepository.open(storageFor(name), gitCodec);
    repositories.set(name, found);
    return found;
  };
  const plane = await startPlane({
    ...{ name: 'Git server', host: '127.0.0.1', port: 0 },
    async fetch(request) {
      const url = new URL(request.url);
      const [, name, below] = /^\/([\w-]+)\.git(\/.*)$/.exec(url.pathname) ?? [];
      if (name === undefined || below === undefined) return new Response('Not found', { status: 404 });
      const route = readGitRoute(request.method, below, url.searchParams);
      if ('status' in route) {
        return new Response(route.text, { status: route.status, headers: route.headers ?? {} });
      }
      return serveGit(request, route, await open(name));
    },
  });
  return { url: plane.url, repository: open, close: () => plane.close(1_000) };
}
