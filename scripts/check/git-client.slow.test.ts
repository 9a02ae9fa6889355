import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitCodec } from '#git-codec';
import { type ImportSource, importRepository } from '../../mock/engines/git/client/import-repository.ts';
import { RemoteHttp } from '../../mock/engines/git/client/remote-http.ts';
import { discover, listRemoteRefs } from '../../mock/engines/git/client/remote-server.ts';
import { GitRepository } from '../../mock/engines/git/repository/git-repository.ts';
import { memoryStorage } from '../../mock/engines/git/storage/memory-storage.ts';
import { type Bridge, startBridge } from '../git/http-backend-bridge.ts';
import { type RepositoryServer, startRepositoryServer } from '../git/repository-server.ts';

/** Without Git there is no other server to read; the unit tests have its output as literals. */
const hasGit = spawnSync('git', ['--version']).status === 0;
const versions = [0, 1, 2] as const;
const manyRefs = 10_000;

/** Requests one version of the protocol; servers answer with 0 by default. */
function createFetch(version: 0 | 1 | 2): typeof fetch {
  const ask = (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (version === 0) headers.delete('git-protocol');
    else headers.set('git-protocol', `version=${version}`);
    return fetch(input, { ...init, headers });
  };
  // Bun adds a function to `fetch` that is not used here.
  return ask as typeof fetch;
}

/** Annotated tags need an author, and a machine may have none set. */
const identified = {
  ...process.env,
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

describe.runIf(hasGit)('another Git server', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'git-client-'));
  let bridge: Bridge;
  const run = (name: string, args: readonly string[], input = '') =>
    execFileSync('git', ['-C', join(folder, name), ...args], { input, maxBuffer: 1 << 28, env: identified })
      .toString()
      .trim();
  const lines = (name: string, args: readonly string[]) => run(name, args).split('\n').filter(Boolean).sort();
  const create = (name: string, history = '') => {
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=trunk', join(folder, name)]);
    if (history !== '') run(name, ['fast-import', '--quiet'], history);
  };

  beforeAll(async () => {
    create('empty.git');
    create('one.git', makeHistory(60));
    run('one.git', ['tag', '-a', '-m', 'first', 'v1', 'trunk~5'], '');
    run('one.git', ['-c', 'advice.nestedTag=false', 'tag', '-a', '-m', 'second', 'v2', 'v1']);
    run('one.git', ['update-ref', 'refs/heads/side', 'trunk~20']);
    run('one.git', ['update-ref', 'refs/pull/1/head', 'trunk~3']);
    create('many.git', makeHistory(20));
    const tip = run('many.git', ['rev-parse', 'trunk']);
    const commands = Array.from({ length: manyRefs }, (_, at) => `create refs/heads/b/${at} ${tip}\n`);
    run('many.git', ['update-ref', '--stdin'], commands.join(''));
    execFileSync('git', ['clone', '--quiet', '--bare', '--depth=7', `file://${folder}/one.git`, 'ends.git'], {
      cwd: folder,
    });
    bridge = await startBridge({ root: folder });
  }, 60_000);
  afterAll(async () => {
    await bridge.close();
    rmSync(folder, { recursive: true });
  });

  const taken = async (version: 0 | 1 | 2, name: string, source: Omit<ImportSource, 'url'> = {}) => {
    const storage = memoryStorage();
    const options = { fetch: createFetch(version), codec: gitCodec };
    const imported = await importRepository(storage, { url: `${bridge.url}/${name}`, ...source }, options);
    return { imported, repository: await GitRepository.open(storage, gitCodec) };
  };

  describe.each(versions)('of version %d', (version) => {
    it('returns all branches and tags, and every object that they need', async () => {
      const { imported, repository } = await taken(version, 'one.git');
      const refs = lines('one.git', [
        'for-each-ref',
        '--format=%(refname) %(objectname)',
        'refs/heads',
        'refs/tags',
      ]);
      expect([...repository.at.refs].map((ref) => ref.join(' ')).sort()).toEqual(refs);
      const needed = lines('one.git', ['rev-list', '--objects', '--no-object-names', '--branches', '--tags']);
      expect([...repository.objects.ids()].sort()).toEqual(needed);
      expect(imported).toMatchObject({ head: 'refs/heads/trunk', objects: needed.length, shallow: [] });
    });

    it('returns one branch on request', async () => {
      const { repository } = await taken(version, 'one.git', { branch: 'side' });
      expect([...repository.at.refs.keys()]).toEqual(['refs/heads/side']);
      const needed = lines('one.git', ['rev-list', '--objects', '--no-object-names', 'side']);
      expect([...repository.objects.ids()].sort()).toEqual(needed);
    });

    it('returns the requested number of commits', async () => {
      const { imported, repository } = await taken(version, 'one.git', { branch: 'trunk', depth: 4 });
      const clone = `depth-${version}.git`;
      const url = `file://${folder}/one.git`;
      execFileSync('git', ['clone', '--quiet', '--bare', '--no-tags', '--depth=4', url, join(folder, clone)]);
      expect([...imported.shallow]).toEqual(lines(clone, ['rev-parse', 'HEAD~3']));
      expect([...repository.objects.ids()].sort()).toEqual(
        lines(clone, ['rev-list', '--objects', '--no-object-names', 'HEAD']),
      );
      expect(repository.shallow).toEqual(imported.shallow);
    });

    it('may be shallow itself', async () => {
      const { imported, repository } = await taken(version, 'ends.git');
      expect(imported.shallow).toEqual(lines('ends.git', ['rev-parse', 'HEAD~6']));
      expect(repository.graph.getParents(repository.graph.find(imported.shallow[0] ?? '') ?? -1)).toEqual([]);
    });

    it('may be empty', async () => {
      const { imported, repository } = await taken(version, 'empty.git');
      expect(imported).toMatchObject({ objects: 0, shallow: [] });
      expect(repository.at.refs.size).toBe(0);
    });

    it(`may have ${manyRefs} refs`, async () => {
      const { repository } = await taken(version, 'many.git');
      expect(repository.at.refs.size).toBe(manyRefs + 1);
    });

    it('peels tags', async () => {
      const http = new RemoteHttp(`${bridge.url}/one.git`, { fetch: createFetch(version) });
      const { peeled } = await listRemoteRefs(await discover(http), ['refs/tags/']);
      http.end();
      const commit = run('one.git', ['rev-parse', 'v2^{commit}']);
      expect(peeled.get('refs/tags/v2')).toBe(commit);
    });

    it.each([
      ['one.git', { branch: 'none' }, 'branch-not-found'],
      ['empty.git', { branch: 'trunk' }, 'branch-not-found'],
      ['absent.git', {}, 'not-found'],
    ])('refuses %s with %j as %s', async (name, source, failure) => {
      await expect(taken(version, name, source)).rejects.toMatchObject({ failure });
    });
  });

  it('names the branch of an empty repository, in version 2', async () => {
    expect((await taken(2, 'empty.git')).imported.head).toBe('refs/heads/trunk');
  });

  it('accepts a client with a token, and no other', async () => {
    const guarded = await startBridge({ root: folder, token: 'secret' });
    try {
      const url = new URL(`${guarded.url}/one.git`);
      const options = { fetch, codec: gitCodec };
      const refused = importRepository(memoryStorage(), { url: url.href }, options);
      await expect(refused).rejects.toMatchObject({ failure: 'auth-required', status: 401 });
      url.username = 'x';
      url.password = 'secret';
      const { refs } = await importRepository(memoryStorage(), { url: url.href }, options);
      expect(refs.size).toBe(4);
    } finally {
      await guarded.close();
    }
  });

  it('is followed to the target of a redirect', async () => {
    const moved = createServer((request, response) => {
      response.writeHead(301, { location: `${bridge.url}${request.url?.replace('/old', '')}` }).end();
    });
    await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
    try {
      const address = moved.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const url = `http://127.0.0.1:${port}/old/one.git/`;
      const { refs } = await importRepository(memoryStorage(), { url }, { fetch, codec: gitCodec });
      expect(refs.size).toBe(4);
    } finally {
      moved.close();
    }
  });
});

describe.runIf(hasGit).each(versions)(
  'a shallow repository, served in version %d',
  { timeout: 60_000 },
  (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'git-client-ends-'));
    const storage = memoryStorage('refs/heads/trunk');
    let server: RepositoryServer;
    let url: string;
    const run = promisify(execFile);
    const git = async (...args: readonly string[]) => {
      const who = [
        '-c',
        'user.name=A',
        '-c',
        'user.email=a@example.com',
        '-c',
        `protocol.version=${version}`,
      ];
      const { stdout } = await run('git', ['-C', folder, ...who, ...args]);
      return stdout.trim();
    };
    const isShallow = (clone: string) => git('-C', clone, 'rev-parse', '--is-shallow-repository');
    const count = async (clone: string) => Number(await git('-C', clone, 'rev-list', '--count', 'HEAD'));

    beforeAll(async () => {
      execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=trunk', join(folder, 'whole.git')]);
      execFileSync('git', ['-C', join(folder, 'whole.git'), 'fast-import', '--quiet'], {
        input: makeHistory(9),
      });
      const bridge = await startBridge({ root: folder });
      const options = { fetch, codec: gitCodec };
      await importRepository(storage, { url: `${bridge.url}/whole.git`, depth: 4 }, options);
      await bridge.close();
      server = await startRepositoryServer(() => storage);
      url = `${server.url}/ends.git`;
    }, 60_000);
    afterAll(async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    });

    it('can be cloned completely and fetched from the clone', async () => {
      await git('clone', '--quiet', url, 'clone');
      expect([await isShallow('clone'), await count('clone')]).toEqual(['true', 4]);
      await git('-C', 'clone', 'fsck', '--strict');
      await git('-C', 'clone', 'fetch', '--quiet', '--unshallow');
      expect(await count('clone')).toBe(4);
    });

    it('can be cloned to a depth, and deepened to its end and no further', async () => {
      await git('clone', '--quiet', '--depth=2', url, 'deep');
      expect(await count('deep')).toBe(2);
      await git('-C', 'deep', 'fetch', '--quiet', '--deepen=1');
      expect(await count('deep')).toBe(3);
      await git('-C', 'deep', 'fetch', '--quiet', '--depth=20');
      expect([await isShallow('deep'), await count('deep')]).toEqual(['true', 4]);
      await git('-C', 'deep', 'fsck', '--strict');
    });

    it('is pushed to', async () => {
      await git('clone', '--quiet', url, 'writer');
      await git('-C', 'writer', 'commit', '--quiet', '--allow-empty', '-m', 'one more');
      await git('-C', 'writer', 'push', '--quiet', 'origin', 'trunk');
      await git('clone', '--quiet', url, 'reader');
      expect([await isShallow('reader'), await count('reader')]).toEqual(['true', 5]);
      await git('-C', 'reader', 'fsck', '--strict');
    });
  },
);

/** A chain of commits with two files, one of which changes each time. */
function makeHistory(length: number): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const commit = (at: number) =>
    [
      'commit refs/heads/trunk\n',
      `committer A U Thor <author@example.com> ${1_000_000_000 + at} +0000\n`,
      data(`commit ${at}`),
      'M 100644 inline text\n',
      data(`edition ${at}\n${'the same line over and over\n'.repeat(50)}`),
      `M 100644 inline folder/${at % 7}\n`,
      data(`${at}`),
    ].join('');
  return Array.from({ length }, (_, at) => commit(at)).join('');
}
