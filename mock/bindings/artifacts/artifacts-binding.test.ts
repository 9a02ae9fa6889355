import { beforeEach, describe, expect, it } from 'vitest';
import type { ArtifactsBinding, ArtifactsRepo } from '../../../spec/services/artifacts/binding.ts';
import { createMock, type Mock } from '../../assembly/create-mock.ts';
import { fakeServer, wire } from '../../engines/git/testing/fake-server.ts';
import { ids, packs } from '../../engines/git/testing/packs.ts';
import { ArtifactsError } from './binding-call.ts';
import { fileType } from './repo-handle.ts';

const [, , third] = ids.commits;
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
  it('works after a reset', async () => {
    await repos.create('starter');
    mock.reset();
    expect((await repos.list()).total).toBe(0);
    await repos.create('starter');
    expect((await repos.list()).total).toBe(1);
  });

  it('names remotes on the URL of the API', async () => {
    mock.announce({ api: 'https://localhost:8443/client/v4' });
    expect((await repos.create('starter')).remote).toMatch(/^https:\/\/localhost:8443\/git\//);
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

  it.each([
    [{ url: 'one' }, 'INVALID_INPUT', 'Invalid source.url: must be a valid URL.'],
    [
      { url: 'https://git.test/private' },
      'REMOTE_AUTH_REQUIRED',
      'Authentication is required to access the remote repository.',
    ],
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
  // Calls that types forbid, as untyped code makes them.
  const untyped = <T>(value: unknown) => value as T;

  it.each<[string, () => Promise<unknown>, string, number, string]>([
    ['get', () => repos.get('none'), 'NOT_FOUND', 10200, 'Repository not found: none.'],
    ['create', () => repos.create('Starter'), 'ALREADY_EXISTS', 10201, 'repo already exists: Starter'],
    ['create', () => repos.create(untyped(undefined)), 'INVALID_REPO_NAME', 10101, 'Invalid repo name.'],
    [
      'create',
      () => repos.create('b', { setDefaultBranch: 'a..b' }),
      'INVALID_INPUT',
      10100,
      'Invalid input: setDefaultBranch must be the name of a branch.',
    ],
    [
      'import',
      () => repos.import(untyped({})),
      'INVALID_INPUT',
      10100,
      'Invalid source.url: must be a valid URL.',
    ],
    [
      'list',
      () => repos.list({ limit: 201 }),
      'INVALID_INPUT',
      10100,
      'Invalid limit: must be between 1 and 200.',
    ],
    [
      'createToken',
      () => repo.createToken('read', 59),
      'INVALID_TTL',
      10103,
      'Invalid TTL 59: must be between 60 and 31536000 seconds.',
    ],
    [
      'revokeToken',
      () => repo.revokeToken(''),
      'INVALID_INPUT',
      10100,
      'Invalid tokenOrId: must be a token id or artifact token.',
    ],
    ['readTree', () => repo.readTree(third), 'INTERNAL_ERROR', 10400, 'An internal error occurred.'],
    [
      'readFile',
      () => repo.readFile({ ref: 'main', path: '' }),
      'INVALID_INPUT',
      10100,
      'Invalid path: path required.',
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

  it('after the repository is deleted', async () => {
    await repos.delete('starter');
    const calls = [repo.createToken(), repo.listTokens(), repo.log(), repo.readBlob(third), repo.fork('b')];
    for (const call of calls)
      expect(await answered(call)).toMatchObject({ message: 'Repository not found: starter.' });
  });
});

/** Creates the repository `starter` and pushes three commits to it with the Git protocol. */
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

const text = new TextEncoder().encode('text');
const late = new Uint8Array(10_000).fill(32);
late[9_000] = 0;

it.each([
  ['a.png', text, 'image/png'],
  ['a.b/c.JPG', text, 'image/jpeg'],
  ['a.pdf', text, 'application/pdf'],
  ['png', text, 'text/plain;charset=utf-8'],
  ['a.constructor', text, 'text/plain;charset=utf-8'],
  ['a.txt', Uint8Array.from([104, 0]), 'application/octet-stream'],
  ['a.txt', Uint8Array.from([0, 104]), 'application/octet-stream'],
  ['a.txt', Uint8Array.from([1, 104]), 'text/plain;charset=utf-8'],
  ['a.txt', late, 'text/plain;charset=utf-8'],
  ['empty', new Uint8Array(), 'text/plain;charset=utf-8'],
])('finds the type of %s by its name or its bytes', (path, bytes, type) => {
  expect(fileType(path, bytes)).toBe(type);
});
