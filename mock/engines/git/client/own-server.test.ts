import { beforeAll, describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { readGitRoute } from '../http/git-route.ts';
import { serveGit } from '../http/serve-git.ts';
import { ids, packs } from '../pack/testing/packs.ts';
import { databaseOf } from '../pack/testing/received.ts';
import { GitRepository } from '../repository/git-repository.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { type ImportSource, importRepository } from './import-repository.ts';

const [first, second, third] = ids.commits;
const base = 'https://git.test/one.git';

/** Three commits on `main`, a tag on the last, and `old` at the one before. */
async function source(shallow: readonly string[] = []): Promise<GitRepository> {
  const storage = memoryStorage();
  await databaseOf([packs.ofsDeltas()], storage);
  const refs = { 'refs/heads/main': third, 'refs/heads/old': second, 'refs/tags/v1': ids.tag };
  const changes = Object.entries(refs).map(([name, to]) => ({ name, from: undefined, to }));
  await storage.changeRefs(changes, undefined, shallow);
  return GitRepository.open(storage, gitCodec);
}

/** Imports from our own server, asked for one version of the protocol. */
async function take(from: GitRepository, version: number, wish: Partial<ImportSource> = {}) {
  const ask = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    request.headers.set('git-protocol', `version=${version}`);
    const url = new URL(request.url);
    const route = readGitRoute(request.method, url.pathname.slice('/one.git'.length), url.searchParams);
    if (!('service' in route)) return new Response(route.text, { status: route.status });
    return serveGit(request, route, from);
  };
  const storage = memoryStorage();
  // Bun adds a function to `fetch` that nobody calls here.
  const options = { fetch: ask as typeof fetch, codec: gitCodec };
  const imported = await importRepository(storage, { url: base, ...wish }, options);
  return { imported, repository: await GitRepository.open(storage, gitCodec) };
}

describe.each([0, 1, 2])('our own server, asked for version %d', (version) => {
  let from: GitRepository;
  beforeAll(async () => {
    from = await source();
  });

  it('is read whole', async () => {
    const { imported, repository } = await take(from, version);
    expect(imported).toMatchObject({ head: 'refs/heads/main', objects: 13, shallow: [] });
    expect(repository.at).toEqual(from.at);
    expect([...repository.objects.ids()].sort()).toEqual([...from.objects.ids()].sort());
  });

  it('is read in part', async () => {
    const { repository } = await take(from, version, { branch: 'old' });
    expect([...repository.at.refs]).toEqual([['refs/heads/old', second]]);
    expect(repository.objects.has(third)).toBe(false);
  });

  it('is read to a depth, and what came is read again to where it ends', async () => {
    const { imported, repository } = await take(from, version, { depth: 2, branch: 'main' });
    expect(imported.shallow).toEqual([second]);
    expect(repository.objects.has(first)).toBe(false);
    const again = await take(repository, version);
    expect(again.imported.shallow).toEqual([second]);
    expect([...again.repository.objects.ids()].sort()).toEqual([...repository.objects.ids()].sort());
    const less = await take(repository, version, { depth: 1 });
    expect(less.imported.shallow).toEqual([third]);
    const more = await take(repository, version, { depth: 5 });
    expect(more.imported.shallow).toEqual([second]);
  });

  it('may be empty', async () => {
    const empty = await GitRepository.open(memoryStorage('refs/heads/trunk'), gitCodec);
    const { imported } = await take(empty, version);
    expect(imported).toMatchObject({ head: 'refs/heads/trunk', objects: 0 });
  });
});
