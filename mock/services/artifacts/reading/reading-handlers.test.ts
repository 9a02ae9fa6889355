import { beforeAll, describe, expect, it } from 'vitest';
import { startArtifacts, type Workbench } from '../testing/artifacts-client.ts';
import { TestObjects } from '../testing/seeded-storage.ts';

const none = '0123456789012345678901234567890123456789';

/** A repository with three commits, the last of which is a merge, and entries of every type. */
async function seeded() {
  const objects = new TestObjects();
  const text = objects.blob('hello\n');
  const binary = objects.blob(Uint8Array.of(1, 0, 2));
  const script = objects.blob('#!/bin/sh\n');
  const link = objects.blob('a.txt');
  const folder = objects.tree({ '100644 bin': binary, '100644 ü b.txt': text });
  const root = objects.tree({
    '100644 a.txt': text,
    '40000 folder': folder,
    '120000 link': link,
    '100755 run.sh': script,
    '160000 sub': none,
  });
  const first = objects.commit(objects.tree({ '100644 a.txt': text }), 'first\n');
  const side = objects.commit(root, 'side\n', first);
  const last = objects.commit(root, 'last\n\nWith a body.\n\n', first, side);
  const tag = objects.tag(last, 'commit', 'v1');
  const storage = await objects.storage({
    'refs/heads/main': last,
    'refs/heads/side': side,
    'refs/heads/feature/x': first,
    'refs/tags/v1': tag,
    'refs/tags/file': objects.tag(text, 'blob', 'file'),
  });
  const ids = { text, binary, root, folder, first, side, last, tag };
  return { storage, ids };
}

let bench: Workbench;
let ids: Awaited<ReturnType<typeof seeded>>['ids'];
const repo = '/namespaces/default/repos/starter';

beforeAll(async () => {
  const made = await seeded();
  ids = made.ids;
  bench = startArtifacts({ repositories: { storageFor: () => made.storage } });
  await bench.create('starter');
});

const params = () => ({ ...bench.space, repo_name: 'starter' });

describe('the log', () => {
  const log = async (query: Readonly<Record<string, string | number>> = {}) => {
    const { body } = await bench.client.call('artifacts.repos.log', { params: params(), query });
    return body.result;
  };
  const hashes = async (query: Readonly<Record<string, string | number>> = {}) =>
    (await log(query)).map(({ hash }) => hash);

  it('lists commits along first parents, the newest first', async () => {
    const commits = await log();
    expect(commits).toHaveLength(2);
    expect(commits[0]).toEqual({
      hash: ids.last,
      treeHash: ids.root,
      message: 'last\n\nWith a body.\n',
      author: { name: 'Ann', email: 'ann@example.com' },
      committer: { name: 'Bob', email: 'bob@example.com' },
      parents: [ids.first, ids.side],
      authoredAt: expect.any(Number),
      committedAt: expect.any(Number),
    });
    expect((commits[0]?.committedAt ?? 0) - (commits[0]?.authoredAt ?? 0)).toBe(500);
    expect(commits[1]).toMatchObject({ hash: ids.first, message: 'first', parents: [] });
  });

  it('takes a part of it', async () => {
    expect(await hashes({ limit: 1 })).toEqual([ids.last]);
    expect(await hashes({ offset: 1 })).toEqual([ids.first]);
    expect(await hashes({ limit: 5000, offset: 2 })).toEqual([]);
  });

  it('takes a branch, a tag and a commit by its id', async () => {
    expect(await hashes({ ref: 'side' })).toEqual([ids.side, ids.first]);
    expect(await hashes({ ref: 'feature/x' })).toEqual([ids.first]);
    expect(await hashes({ ref: 'v1' })).toEqual([ids.last, ids.first]);
    expect(await hashes({ ref: ids.side })).toEqual([ids.side, ids.first]);
  });

  it.each(['gone', 'HEAD', 'refs/heads/main', 'heads/main', none, 'file', ''])(
    'is empty for a ref that is no commit: %j',
    async (ref) => expect(await hashes({ ref })).toEqual([]),
  );

  it.each([
    ['limit=0', '/limit', 'Too small: expected number to be >0'],
    ['limit=x', '/limit', 'Invalid input: expected number, received NaN'],
    ['offset=-1', '/offset', 'Too small: expected number to be >=0'],
  ])('refuses %s', async (query, pointer, message) => {
    const { status, error } = await bench.send('GET', `${repo}/log?${query}`);
    expect([status, error]).toEqual([400, { code: 10100, message, pointer }]);
  });
});

describe('objects', () => {
  it('are read as a commit and as the entries of a tree', async () => {
    const commit = await bench.client.call('artifacts.repos.commit', {
      params: { ...params(), hash: ids.side.toUpperCase() },
    });
    expect(commit.body.result).toMatchObject({ hash: ids.side, treeHash: ids.root, message: 'side' });
    const tree = await bench.client.call('artifacts.repos.tree', { params: { ...params(), hash: ids.root } });
    expect(tree.body.result).toEqual([
      { name: 'a.txt', mode: '100644', hash: ids.text, type: 'blob' },
      { name: 'folder', mode: '40000', hash: ids.folder, type: 'tree' },
      { name: 'link', mode: '120000', hash: expect.any(String), type: 'symlink' },
      { name: 'run.sh', mode: '100755', hash: expect.any(String), type: 'exec' },
      { name: 'sub', mode: '160000', hash: none, type: 'gitlink' },
    ]);
  });

  it('are read as bytes', async () => {
    const { status, headers, text } = await bench.send('GET', `${repo}/blob/${ids.binary}`);
    expect([status, headers.get('content-type'), text]).toEqual([
      200,
      'application/octet-stream',
      '\u0001\0\u0002',
    ]);
  });

  it.each([
    ['commit/XYZ', 400, 10100, 'Invalid SHA-1 hash'],
    ['tree/abc', 400, 10100, 'Invalid SHA-1 hash'],
    ['blob/abc', 400, 10100, 'Invalid SHA-1 hash'],
    [`commit/${none}`, 404, 10200, 'Commit not found'],
    [`tree/${none}`, 404, 10200, 'Tree not found'],
    [`blob/${none}`, 404, 10200, 'Blob not found'],
  ])('are refused: %s', async (path, status, code, message) => {
    const sent = await bench.send('GET', `${repo}/${path}`);
    const pointer = status === 400 ? { pointer: '/hash' } : {};
    expect([sent.status, sent.error]).toEqual([status, { code, message, ...pointer }]);
  });

  it('of another type are not found, and as a tree are taken for damage', async () => {
    expect((await bench.send('GET', `${repo}/blob/${ids.last}`)).error.message).toBe('Blob not found');
    expect((await bench.send('GET', `${repo}/commit/${ids.tag}`)).error.message).toBe('Commit not found');
    const { status, error } = await bench.send('GET', `${repo}/tree/${ids.last}`);
    expect([status, error]).toEqual([500, { code: 10400, message: 'A stored git object is corrupt.' }]);
  });
});

describe('files', () => {
  const type = 'application/octet-stream';
  const text = 'text/plain; charset=utf-8';

  it.each([
    ['file?path=a.txt', type, 'hello\n'],
    ['file?path=a.txt&ref=feature/x', type, 'hello\n'],
    ['file?path=folder/%C3%BC%20b.txt&ref=v1', type, 'hello\n'],
    ['file?path=link', type, 'a.txt'],
    ['raw/main/a.txt', text, 'hello\n'],
    ['raw/v1/folder/%C3%BC%20b.txt', text, 'hello\n'],
    ['raw/side/run.sh', text, '#!/bin/sh\n'],
    ['raw/main/folder/bin', type, '\u0001\0\u0002'],
  ])('are read: %s', async (path, mediaType, content) => {
    const { status, headers, text: read } = await bench.send('GET', `${repo}/${path}`);
    expect([status, headers.get('content-type'), read]).toEqual([200, mediaType, content]);
  });

  it.each([
    'file?path=gone',
    'file?path=folder',
    'file?path=sub',
    'file?path=',
    'file?path=/a.txt',
    'file?path=a.txt/b',
    'file?path=a.txt&ref=gone',
    'raw/main/folder',
    'raw/feature/x/a.txt',
    'raw/feature%2Fx/a.txt',
  ])('are not found: %s', async (path) => {
    const { status, error } = await bench.send('GET', `${repo}/${path}`);
    expect([status, error]).toEqual([404, { code: 10200, message: 'File not found' }]);
  });

  it('are refused without a path', async () => {
    expect((await bench.send('GET', `${repo}/file`)).error).toEqual({
      code: 10100,
      message: 'Invalid input: expected string, received undefined',
      pointer: '/path',
    });
  });

  it.each(['log', `commit/${none}`, 'file?path=a', 'raw/main/a'])(
    'and all else of a repository that is not there are not: %s',
    async (path) => {
      const { status, error } = await bench.send('GET', `/namespaces/default/repos/gone/${path}`);
      expect([status, error]).toEqual([404, { code: 10200, message: 'Repository not found' }]);
    },
  );
});
