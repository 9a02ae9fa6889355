import { beforeEach, describe, expect, it } from 'vitest';
import type { ArtifactsBinding, ArtifactsRepo } from '../../../spec/services/artifacts/binding.ts';
import { createMock, type Mock } from '../../create-mock.ts';
import { fakeServer, wire } from '../../engines/git/client/testing/fake-server.ts';
import { ids, packs, textOf } from '../../engines/git/pack/testing/packs.ts';
import { clientOf } from '../../testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { ArtifactsError } from './artifacts-error.ts';

const { accountId } = worldDefaults;
const [first, second, third] = ids.commits;
let mock: Mock;
let repos: ArtifactsBinding;

beforeEach(() => {
  mock = createMock();
  repos = bound(mock, 'default');
});

const bound = (from: Mock, namespace: string) =>
  from.bindings({ artifacts: [{ binding: 'REPOS', namespace }] }).REPOS;

const answered = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('a binding of repositories', () => {
  it('makes a repository with a token that writes', async () => {
    const made = await repos.create('Starter', {
      description: 'one',
      readOnly: true,
      setDefaultBranch: 'trunk',
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{16}$/),
      name: 'Starter',
      description: 'one',
      defaultBranch: 'trunk',
      remote: `http://localhost:4800/git/${accountId}/default/Starter.git`,
      token: expect.stringMatching(/^art_v2_x_[0-9a-f]{40}\?expires=\d+$/),
    });
    const { tokens } = await (await repos.get('starter')).listTokens();
    expect(tokens).toMatchObject([{ scope: 'write', state: 'active' }]);
  });

  it('says what is known of a repository, each time anew', async () => {
    await repos.create('starter');
    const repo = await repos.get('STARTER');
    expect(await repo.info()).toEqual({
      id: expect.any(String),
      name: 'starter',
      description: null,
      defaultBranch: 'main',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.any(String),
      lastPushAt: null,
      source: null,
      readOnly: false,
      remote: `http://localhost:4800/git/${accountId}/default/starter.git`,
    });
    await repos.delete('starter');
    expect(await answered(repo.info())).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lists repositories page by page, without where they are reached', async () => {
    expect(await repos.list()).toEqual({ repos: [], total: 0 });
    for (const name of ['a', 'b', 'c']) await repos.create(name);
    const page = await repos.list({ limit: 2 });
    expect(page).toMatchObject({ repos: [{ name: 'c', status: 'ready' }, { name: 'b' }], total: 3 });
    expect(page.repos[0]).not.toHaveProperty('remote');
    const rest = await repos.list({ limit: 2, cursor: page.cursor });
    expect(rest).toMatchObject({ repos: [{ name: 'a' }], total: 3 });
    expect(rest).not.toHaveProperty('cursor');
  });

  it('deletes what is there, and says when nothing was', async () => {
    await repos.create('starter');
    expect([
      await repos.delete('starter'),
      await repos.delete('starter'),
      await repos.delete('none'),
    ]).toEqual([true, false, false]);
  });

  it('sees what REST does in its namespace, and nothing of another one', async () => {
    const params = { account_id: accountId, namespace: 'default' };
    await clientOf(mock).call('artifacts.repos.create', { params, body: { name: 'by-rest' } });
    expect((await repos.list()).repos.map(({ name }) => name)).toEqual(['by-rest']);
    expect(await bound(mock, 'other').list()).toEqual({ repos: [], total: 0 });
    expect((await bound(mock, 'DEFAULT').list()).total).toBe(1);
  });

  it('works on after a reset', async () => {
    await repos.create('starter');
    mock.reset();
    expect((await repos.list()).total).toBe(0);
    await repos.create('starter');
    expect((await repos.list()).total).toBe(1);
  });

  it('names remotes where the API listens', async () => {
    mock.announce({ api: 'https://localhost:8443/client/v4' });
    expect((await repos.create('starter')).remote).toMatch(/^https:\/\/localhost:8443\/git\//);
  });
});

describe('the tokens of a repository', () => {
  let repo: ArtifactsRepo;
  beforeEach(async () => {
    await repos.create('starter');
    repo = await repos.get('starter');
  });

  it('are minted for a scope and a time', async () => {
    const token = await repo.createToken('read', 60);
    expect(token).toMatchObject({ scope: 'read', plaintext: expect.stringMatching(/^art_v2_x_/) });
    expect(Date.parse(token.expiresAt)).toBeCloseTo(mock.clock.now() + 60_000, -4);
    expect(await repo.createToken()).toMatchObject({ scope: 'write' });
    expect((await repo.listTokens()).total).toBe(3);
    mock.clock.advance(60_001);
    expect((await repo.listTokens()).total).toBe(2);
  });

  it('are revoked by their text, by their secret, or by their id', async () => {
    const [one, two, three] = await Promise.all([repo.createToken(), repo.createToken(), repo.createToken()]);
    expect(await repo.revokeToken(one.plaintext)).toBe(true);
    expect(await repo.revokeToken(two.plaintext.split('?')[0] ?? '')).toBe(true);
    expect(await repo.revokeToken(three.id)).toBe(true);
    expect((await repo.listTokens()).total).toBe(1);
  });

  it('are not revoked by another repository, nor when there are none', async () => {
    const { id, plaintext } = await repo.createToken();
    await repos.create('other');
    const other = await repos.get('other');
    const unknown = `art_v2_x_${'0'.repeat(40)}`;
    for (const text of [id, plaintext, unknown, '0'.repeat(16)])
      expect(await other.revokeToken(text)).toBe(false);
    expect((await repo.listTokens()).total).toBe(2);
  });
});

describe('what a repository holds', () => {
  let repo: ArtifactsRepo;
  beforeEach(async () => {
    repo = await startWithCommits();
  });

  it('is read as a blob without a type, as a tree, and as a commit', async () => {
    const blob = await repo.readBlob(ids.texts[2]);
    expect(blob?.type).toBe('');
    expect(await blob?.text()).toBe(textOf(3));
    expect(await repo.readTree(ids.trees[2])).toHaveLength(2);
    expect(await repo.readCommit(third)).toMatchObject({
      hash: third,
      treeHash: ids.trees[2],
      parents: [second],
    });
  });

  it('is read as a file with a type', async () => {
    const [{ name } = { name: '' }] = ((await repo.readTree(ids.trees[2])) ?? []).filter(
      ({ hash }) => hash === ids.texts[2],
    );
    const file = await repo.readFile({ ref: 'main', path: name });
    expect(file?.type).toBe('text/plain;charset=utf-8');
    expect(await file?.text()).toBe(textOf(3));
  });

  it('is listed along first parents, the newest first', async () => {
    const hashes = async (options: Parameters<ArtifactsRepo['log']>[0]) =>
      (await repo.log(options)).map(({ hash }) => hash);
    expect(await hashes({})).toEqual([third, second, first]);
    expect(await hashes({ ref: 'main', limit: 1, offset: 1 })).toEqual([second]);
    expect(await hashes({ ref: second })).toEqual([second, first]);
    for (const ref of ['refs/heads/main', 'heads/main', 'HEAD', 'none'])
      expect(await repo.log({ ref })).toEqual([]);
  });

  it('is null where it is not there', async () => {
    const none = '0'.repeat(40);
    const asked = [
      repo.readBlob(none),
      repo.readBlob(third),
      repo.readTree(none),
      repo.readCommit(none),
      repo.readCommit(ids.texts[0]),
      repo.readFile({ ref: 'main', path: 'none' }),
      repo.readFile({ ref: 'none', path: 'file' }),
    ];
    expect(await Promise.all(asked)).toEqual(Array(asked.length).fill(null));
  });

  it('is copied by a fork with everything that is in it', async () => {
    const made = await repo.fork('copy', { description: 'two' });
    expect(made).toMatchObject({ name: 'copy', description: 'two', token: expect.any(String) });
    const copy = await repos.get('copy');
    expect(await copy.info()).toMatchObject({ source: 'artifacts:default/starter' });
    expect((await copy.log()).map(({ hash }) => hash)).toEqual([third, second, first]);
  });
});

describe('an import', () => {
  const refs = wire(`${third} refs/heads/main\n`, '0000');
  const pack = Uint8Array.from([...wire('packfile\n'), ...bands(packs.ofsDeltas()), ...wire('0000')]);
  const { fetch } = fakeServer({
    '/one.git/info/refs': wire('version 2\n', 'ls-refs\n', 'fetch=shallow\n', '0000'),
    '/one.git/git-upload-pack': [refs, pack],
    '/private.git/info/refs': new Response('', { status: 401 }),
    '/broken.git/info/refs': new Response('', { status: 500 }),
    '/page.git/info/refs': new Response('<html>'),
    '/branch.git/info/refs': wire('version 2\n', 'ls-refs\n', '0000'),
    '/branch.git/git-upload-pack': refs,
  });
  const importing = (source: Parameters<ArtifactsBinding['import']>[0]['source']) =>
    bound(createMock({ imports: { fetch } }), 'default').import({ source, target: { name: 'one' } });

  it('makes a repository of what another server holds', async () => {
    const from = bound(createMock({ imports: { fetch } }), 'default');
    const target = { name: 'one', opts: { description: 'taken' } };
    const made = await from.import({ source: { url: 'https://git.test/one' }, target });
    expect(made).toMatchObject({ name: 'one', description: 'taken', defaultBranch: 'main' });
    const repo = await from.get('one');
    expect(await repo.info()).toMatchObject({ source: 'git:https://git.test/one.git' });
    expect(await repo.log()).toHaveLength(3);
  });

  it.each([
    [{ url: 'one' }, 'INVALID_INPUT', 'Invalid source.url: must be a valid URL.'],
    [{ url: 'http://git.test/one' }, 'INVALID_INPUT', 'Invalid source.url: must be an HTTPS URL.'],
    [
      { url: 'https://git.test/one', depth: 0 },
      'INVALID_INPUT',
      'Invalid source.depth: must be a positive integer.',
    ],
    [{ url: 'https://git.test/page' }, 'INVALID_URL', 'The URL does not point to a git repository.'],
    [
      { url: 'https://git.test/private' },
      'REMOTE_AUTH_REQUIRED',
      'Authentication is required to access the remote repository.',
    ],
    [{ url: 'https://git.test/none' }, 'NOT_FOUND', 'Remote repository not found.'],
    [{ url: 'https://git.test/branch', branch: 'b' }, 'NOT_FOUND', 'Remote branch not found.'],
    [
      { url: 'https://git.test/broken' },
      'UPSTREAM_UNAVAILABLE',
      'The upstream service is unavailable. Please retry.',
    ],
  ])('of %j is refused with %s', async (source, code, message) => {
    expect(await answered(importing(source))).toMatchObject({ name: 'ArtifactsError', code, message });
  });
});

describe('a call is refused', () => {
  let repo: ArtifactsRepo;
  beforeEach(async () => {
    repo = await startWithCommits();
  });
  // Calls that no type lets through are made by code that has none.
  const untyped = <T>(value: unknown) => value as T;

  it.each<[string, () => Promise<unknown>, string, number, string]>([
    ['get', () => repos.get('none'), 'NOT_FOUND', 10200, 'Repository not found: none.'],
    ['create', () => repos.create('Starter'), 'ALREADY_EXISTS', 10201, 'repo already exists: Starter'],
    ['create', () => repos.create('-'), 'INVALID_REPO_NAME', 10101, 'Invalid repo name.'],
    ['create', () => repos.create(untyped(undefined)), 'INVALID_REPO_NAME', 10101, 'Invalid repo name.'],
    [
      'create',
      () => repos.create('b', { setDefaultBranch: 'a..b' }),
      'INVALID_INPUT',
      10100,
      'Invalid input: setDefaultBranch must be the name of a branch.',
    ],
    [
      'create',
      () => repos.create('b', untyped({ description: 1 })),
      'INVALID_INPUT',
      10100,
      'Invalid input: description must be a text.',
    ],
    [
      'import',
      () => repos.import(untyped({})),
      'INVALID_INPUT',
      10100,
      'Invalid source.url: must be a valid URL.',
    ],
    [
      'import',
      () => repos.import(untyped({ source: { url: 'https://git.test/one' } })),
      'INVALID_REPO_NAME',
      10101,
      'Invalid repo name.',
    ],
    ['delete', () => repos.delete(''), 'INVALID_REPO_NAME', 10101, 'Invalid repo name.'],
    [
      'list',
      () => repos.list({ limit: 201 }),
      'INVALID_INPUT',
      10100,
      'Invalid limit: must be between 1 and 200.',
    ],
    ['list', () => repos.list({ cursor: 'x' }), 'INVALID_INPUT', 10100, 'Invalid input: Invalid cursor'],
    ['fork', () => repo.fork('starter'), 'ALREADY_EXISTS', 10201, 'repo already exists: starter'],
    ['fork', () => repo.fork('.'), 'INVALID_REPO_NAME', 10101, 'Invalid repo name.'],
    [
      'createToken',
      () => repo.createToken('read', 59),
      'INVALID_TTL',
      10103,
      'Invalid TTL 59: must be between 60 and 31536000 seconds.',
    ],
    [
      'createToken',
      () => repo.createToken(untyped('admin')),
      'INVALID_INPUT',
      10100,
      'Invalid input: scope must be "read" or "write".',
    ],
    [
      'revokeToken',
      () => repo.revokeToken(''),
      'INVALID_INPUT',
      10100,
      'Invalid tokenOrId: must be a token id or artifact token.',
    ],
    ['readBlob', () => repo.readBlob(''), 'INVALID_INPUT', 10100, 'Invalid hash: hash required.'],
    [
      'readCommit',
      () => repo.readCommit('abc123'),
      'INVALID_INPUT',
      10100,
      'Invalid hash: expected a 40-character SHA-1 hex hash.',
    ],
    ['readTree', () => repo.readTree(third), 'INTERNAL_ERROR', 10400, 'An internal error occurred.'],
    [
      'readFile',
      () => repo.readFile({ ref: '', path: 'a' }),
      'INVALID_INPUT',
      10100,
      'Invalid ref: ref required.',
    ],
    [
      'readFile',
      () => repo.readFile({ ref: 'main', path: '' }),
      'INVALID_INPUT',
      10100,
      'Invalid path: path required.',
    ],
    ['log', () => repo.log({ ref: '' }), 'INVALID_INPUT', 10100, 'Invalid ref: ref required.'],
    [
      'log',
      () => repo.log({ limit: 0 }),
      'INVALID_INPUT',
      10100,
      'Invalid limit: must be a positive integer.',
    ],
    [
      'log',
      () => repo.log({ offset: -1 }),
      'INVALID_INPUT',
      10100,
      'Invalid offset: must be a non-negative integer.',
    ],
  ])('%s: %s', async (_, call, code, numericCode, message) => {
    const error = await answered(call());
    expect(error).toBeInstanceOf(ArtifactsError);
    expect(error).toMatchObject({ name: 'ArtifactsError', code, numericCode, message });
  });

  it('once its repository is deleted', async () => {
    await repos.delete('starter');
    const calls = [repo.createToken(), repo.listTokens(), repo.log(), repo.readBlob(third), repo.fork('b')];
    for (const call of calls)
      expect(await answered(call)).toMatchObject({ message: 'Repository not found: starter.' });
  });
});

/** Makes the repository `starter` and pushes three commits to it, in the words of Git. */
async function startWithCommits(): Promise<ArtifactsRepo> {
  const { remote, token } = await repos.create('starter');
  const command = `${'0'.repeat(40)} ${third} refs/heads/main\0report-status`;
  const pushed = await mock.fetch(
    new Request(`${remote}/git-receive-pack`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-git-receive-pack-request' },
      body: Uint8Array.from([...wire(command, '0000'), ...packs.ofsDeltas()]),
    }),
  );
  expect(await pushed.text()).toContain('ok refs/heads/main');
  return repos.get('starter');
}

function bands(bytes: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode((bytes.length + 5).toString(16).padStart(4, '0'));
  return Uint8Array.from([...head, 1, ...bytes]);
}
