import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { mutate, mutations } from '../fuzz/mutations.shared.ts';
import { readGitRoute } from '../http/git-route.ts';
import { serveGit } from '../http/serve-git.ts';
import { packLimits } from '../pack/pack-format.ts';
import { GitRepository } from '../repository/git-repository.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { fakeServer, pkt, wire } from '../testing/fake-server.ts';
import { createDatabase, ids, packs } from '../testing/packs.ts';
import { type ImportSource, importRepository } from './import-repository.ts';
import { RemoteError } from './remote-http.ts';

const [first, second, third] = ids.commits;

const base = 'https://git.test/one.git';

/** Three commits on `main`, a tag on the last, and `old` at the one before. */
async function source(shallow: readonly string[] = []): Promise<GitRepository> {
  const storage = memoryStorage();
  await createDatabase([packs.ofsDeltas()], storage);
  const refs = { 'refs/heads/main': third, 'refs/heads/old': second, 'refs/tags/v1': ids.tag };
  const changes = Object.entries(refs).map(([name, to]) => ({ name, from: undefined, to }));
  await storage.changeRefs(changes, undefined, shallow);
  return GitRepository.open(storage, gitCodec);
}

/** Imports from our own server with one version of the protocol. */
async function take(from: GitRepository, version: number, overrides: Partial<ImportSource> = {}) {
  const ask = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    request.headers.set('git-protocol', `version=${version}`);
    const url = new URL(request.url);
    const route = readGitRoute(request.method, url.pathname.slice('/one.git'.length), url.searchParams);
    if (!('service' in route)) return new Response(route.text, { status: route.status });
    return serveGit(request, route, from);
  };
  const storage = memoryStorage();
  // Bun adds a function to `fetch` that no test calls.
  const options = { fetch: ask as typeof fetch, codec: gitCodec };
  const imported = await importRepository(storage, { url: base, ...overrides }, options);
  return { imported, repository: await GitRepository.open(storage, gitCodec) };
}

describe.each([0, 1, 2])('our own server, in protocol version %d', (version) => {
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

  it('is read to a depth, and read again from that shallow copy', async () => {
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

const tip = ids.commits[2];

const capabilities = 'side-band-64k ofs-delta shallow symref=HEAD:refs/heads/main object-format=sha1';

/** The server's responses to each request of an import, by protocol version. */
const exchanges = [
  [
    wire(
      '# service=git-upload-pack\n',
      '0000',
      `${tip} HEAD\0${capabilities}\n`,
      `${tip} refs/heads/main\n`,
      '0000',
    ),
    wire(`shallow ${tip}\n`, '0000', 'NAK\n', pkt(packs.ofsDeltas(), 1), '0000'),
  ],
  [
    wire('version 2\n', 'ls-refs=unborn\n', 'fetch=shallow filter\n', 'object-format=sha1\n', '0000'),
    wire(`${tip} HEAD symref-target:refs/heads/main\n`, `${tip} refs/heads/main\n`, '0000'),
    wire(
      'shallow-info\n',
      `shallow ${tip}\n`,
      '0001',
      'packfile\n',
      pkt('x', 2),
      pkt(packs.ofsDeltas(), 1),
      '0000',
    ),
  ],
];

it('an import from any server ends, with a valid repository or with nothing', async () => {
  const scenario = fc.record({
    exchange: fc.constantFrom(...exchanges),
    answer: fc.nat({ max: 2 }),
    changes: mutations,
    depth: fc.constantFrom(undefined, 1),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ exchange, answer, changes, depth }) => {
      const place = answer % exchange.length;
      const responses = exchange.map((bytes, at) => (at === place ? mutate(bytes, changes).slice() : bytes));
      const [advertised = new Uint8Array(), ...answers] = responses;
      const { fetch } = fakeServer({ '/one.git/info/refs': advertised, '/one.git/git-upload-pack': answers });
      const storage = memoryStorage();
      const limits = { ...packLimits, packBytes: 100_000, packObjects: 1_000, objectBytes: 100_000 };
      const times = { idleMs: 1_000, totalMs: 2_000 };
      const options = { fetch, codec: gitCodec, limits, times };
      const url = 'https://git.test/one.git';
      const outcome = await importRepository(storage, { url, depth }, options).catch(
        (error: unknown) => error,
      );
      const { packs: kept, refs } = await storage.load();
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(RemoteError);
        expect([kept.length, refs.size]).toEqual([0, 0]);
      } else for (const id of refs.values()) expect(id).toBe(tip);
    }),
    { numRuns: 300 },
  );
});
