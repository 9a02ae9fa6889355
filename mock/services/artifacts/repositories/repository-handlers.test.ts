import { describe, expect, it } from 'vitest';
import { clientOf } from '../../../testing/test-client.ts';
import { startArtifacts } from '../testing/artifacts-client.ts';

const repos = '/namespaces/default/repos';
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('a repository', () => {
  it('is made with a remote and a token', async () => {
    const { client, space, account_id } = startArtifacts();
    const { status, body } = await client.call('artifacts.repos.create', {
      params: space,
      body: { name: 'Starter.Kit_1', description: 'To begin with', default_branch: 'trunk', read_only: true },
    });
    expect(status).toBe(201);
    expect(body.result).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{16}$/),
      name: 'Starter.Kit_1',
      description: 'To begin with',
      default_branch: 'trunk',
      remote: `http://localhost/git/${account_id}/default/Starter.Kit_1.git`,
      token: expect.stringMatching(/^art_v2_x_[0-9a-f]{40}\?expires=\d{10}$/),
    });
  });

  it('is read by its name in any case, with all but its token', async () => {
    const { client, space, create } = startArtifacts();
    const { id, remote } = await create('Starter');
    const params = { ...space, namespace: 'DEFAULT', repo_name: 'sTARTER' };
    const { body } = await client.call('artifacts.repos.get', { params });
    expect(body.result).toEqual({
      id,
      name: 'Starter',
      description: null,
      default_branch: 'main',
      created_at: expect.stringMatching(time),
      updated_at: expect.stringMatching(time),
      last_push_at: null,
      source: null,
      read_only: false,
      remote,
    });
  });

  it('is its own in its namespace, and another one in another', async () => {
    const { create, send } = startArtifacts();
    await create('Starter');
    const twice = await send('POST', repos, { name: 'starter' });
    expect([twice.status, twice.error]).toEqual([
      409,
      { code: 10201, message: 'repo already exists: starter' },
    ]);
    expect((await send('POST', '/namespaces/other/repos', { name: 'starter' })).status).toBe(201);
    expect((await send('GET', '/namespaces/third/repos/starter')).status).toBe(404);
  });

  it('goes, is remembered for a while, and makes room for another one', async () => {
    const { mock, create, send } = startArtifacts();
    const { id } = await create('starter');
    const gone = { id };
    for (const _ of ['first', 'second']) {
      const { status, text } = await send('DELETE', `${repos}/Starter`);
      expect([status, JSON.parse(text).result]).toEqual([202, gone]);
    }
    expect((await send('GET', `${repos}/starter`)).error.message).toBe('Repository not found');
    mock.clock.advance(61);
    expect((await send('DELETE', `${repos}/starter`)).status).toBe(404);
    expect((await create('starter')).id).not.toBe(id);
  });

  it.each([
    ['without a name', 'POST', repos, {}, 400, 10101, '/name'],
    ['with a number as its name', 'POST', repos, { name: 1 }, 400, 10101, '/name'],
    ['with a name that begins badly', 'POST', repos, { name: '-bad' }, 400, 10101, '/name'],
    ['with a slash in its name', 'POST', repos, { name: 'a/b' }, 400, 10101, '/name'],
    [
      'with a number as its description',
      'POST',
      repos,
      { name: 'a', description: 1 },
      400,
      10100,
      '/description',
    ],
    [
      'with a branch that can be none',
      'POST',
      repos,
      { name: 'a', default_branch: 'a..b' },
      400,
      10100,
      '/default_branch',
    ],
    ['with a word for yes', 'POST', repos, { name: 'a', read_only: 'yes' }, 400, 10100, '/read_only'],
    ['that is not there', 'GET', `${repos}/gone`, undefined, 404, 10200, undefined],
    ['that is not there', 'DELETE', `${repos}/gone`, undefined, 404, 10200, undefined],
    [
      'that would be a fork of one that is not there',
      'POST',
      `${repos}/gone/fork`,
      { name: 'a' },
      404,
      10200,
      undefined,
    ],
  ] as const)('%s is refused: %s', async (_, method, path, body, status, code, pointer) => {
    const { send, client, space } = startArtifacts();
    const sent = await send(method, path, body);
    expect([sent.status, sent.error.code, sent.error.pointer]).toEqual([status, code, pointer]);
    const { body: left } = await client.call('artifacts.repos.list', { params: space });
    expect(left.result).toEqual([]);
  });

  it('may have a name of 300 characters', async () => {
    const { send } = startArtifacts();
    const name = 'n'.repeat(300);
    expect((await send('POST', repos, { name })).status).toBe(201);
    expect((await send('GET', `${repos}/${name}`)).status).toBe(200);
  });

  it('belongs to one account', async () => {
    const { mock, create } = startArtifacts({ tenants: 'on-demand' });
    await create('starter');
    const params = { account_id: 'a'.repeat(32), namespace: 'default' };
    const { body } = await clientOf(mock).call('artifacts.repos.list', { params });
    expect(body.result).toEqual([]);
  });
});

describe('a list of repositories', () => {
  const names = ['alpha', 'Beta', 'copy', 'copy-only', 'delta'];

  async function filled() {
    const bench = startArtifacts();
    for (const name of names) await bench.create(name);
    const list = async (query: Readonly<Record<string, string | number>> = {}) =>
      (await bench.client.call('artifacts.repos.list', { params: bench.space, query })).body;
    return { ...bench, list };
  }

  it('has the newest first, each with its remote and its status', async () => {
    const { list } = await filled();
    const { result } = await list();
    expect(result.map(({ name }) => name)).toEqual(names.toReversed());
    expect(result[0]).toMatchObject({
      status: 'ready',
      remote: expect.stringContaining('/default/delta.git'),
    });
  });

  it.each([
    [{ sort: 'name', direction: 'asc' }, ['alpha', 'Beta', 'copy', 'copy-only', 'delta']],
    [{ sort: 'name' }, ['delta', 'copy-only', 'copy', 'Beta', 'alpha']],
    [{ sort: 'last_push_at', direction: 'asc' }, names],
    [{ sort: 'updated_at', direction: 'asc', limit: 1 }, ['alpha']],
    [{ search: 'COP' }, ['copy-only', 'copy']],
    [{ search: 'ta', sort: 'name', direction: 'asc' }, ['Beta', 'delta']],
    [{ search: 'none' }, []],
    [{ page: 2 }, names.toReversed()],
  ])('is what was asked for: %j', async (query, expected) => {
    const { list } = await filled();
    expect((await list(query)).result.map(({ name }) => name)).toEqual(expected);
  });

  it('goes on with its cursor', async () => {
    const { list } = await filled();
    const first = await list({ limit: 3, sort: 'name', direction: 'asc' });
    const cursor = first.result_info?.cursor ?? '';
    expect(first.result_info).toEqual({ cursor, per_page: 3, count: 3 });
    const second = await list({ limit: 3, sort: 'name', direction: 'asc', cursor });
    expect(second.result.map(({ name }) => name)).toEqual(['copy-only', 'delta']);
    expect(second.result_info).toEqual({ page: 1, per_page: 3, total_pages: 2, count: 2, total_count: 5 });
  });

  it('of a namespace that is not there is empty', async () => {
    const { send } = await filled();
    const { status, text } = await send('GET', '/namespaces/none/repos');
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { result: [], result_info: { total_pages: 0, total_count: 0 } },
    ]);
  });

  it.each([
    ['limit=500', '/limit', 'Too big: expected number to be <=200'],
    ['sort=size', '/sort', 'Invalid option: expected one of "created_at"|"updated_at"|"last_push_at"|"name"'],
    ['direction=up', '/direction', 'Invalid option: expected one of "asc"|"desc"'],
    ['cursor=x', '/cursor', 'Invalid cursor'],
  ])('refuses %s', async (query, pointer, message) => {
    const { send } = startArtifacts();
    const { status, error } = await send('GET', `${repos}?${query}`);
    expect([status, error]).toEqual([400, { code: 10100, message, pointer }]);
  });
});

describe('permissions', () => {
  it('of a token to read let it read, and nothing more', async () => {
    const { mock, create, space } = startArtifacts();
    await create('starter');
    const reader = clientOf(mock, { token: mock.defaults.readToken });
    const params = { ...space, repo_name: 'starter' };
    expect((await reader.call('artifacts.repos.get', { params })).status).toBe(200);
    expect((await reader.call('artifacts.repos.log', { params, query: {} })).status).toBe(200);
    expect((await reader.call('artifacts.repos.create', { params: space, body: { name: 'a' } })).status).toBe(
      401,
    );
    expect((await reader.call('artifacts.repos.delete', { params })).status).toBe(401);
    const body = { repo: 'starter' };
    expect((await reader.call('artifacts.tokens.create', { params: space, body })).status).toBe(401);
  });

  it('are not those of a token for a repository', async () => {
    const { mock, create, space } = startArtifacts();
    const { token } = await create('starter');
    const params = { ...space, repo_name: 'starter' };
    for (const text of [token, token.split('?')[0] ?? '']) {
      const { status } = await clientOf(mock, { token: text }).call('artifacts.repos.get', { params });
      expect([400, 401]).toContain(status);
    }
  });
});
