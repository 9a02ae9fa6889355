import { describe, expect, it } from 'vitest';
import { startArtifacts, type Workbench } from '../testing/artifacts-client.ts';

const tokens = '/namespaces/default/tokens';

const mint = async ({ client, space }: Workbench, body: { scope?: 'read' | 'write'; ttl?: number } = {}) =>
  (await client.call('artifacts.tokens.create', { params: space, body: { repo: 'starter', ...body } })).body
    .result;

const list = async ({ client, space }: Workbench, query: Readonly<Record<string, string | number>> = {}) => {
  const params = { ...space, repo_name: 'starter' };
  return (await client.call('artifacts.tokens.list', { params, query })).body;
};

describe('a token', () => {
  it('is minted to write for a day where nothing else is said', async () => {
    const bench = startArtifacts();
    bench.mock.clock.freeze(Date.parse('2030-01-01T00:00:00.500Z'));
    await bench.create('starter');
    const token = await mint(bench);
    expect(token).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{16}$/),
      plaintext: expect.stringMatching(/^art_v2_x_[0-9a-f]{40}\?expires=1893542400$/),
      scope: 'write',
      expires_at: '2030-01-02T00:00:00.500Z',
    });
  });

  it.each([
    ['eu', 'e'],
    ['us', 'u'],
  ] as const)('says that its namespace is in the %s', async (jurisdiction, mark) => {
    const { client, account_id, send } = startArtifacts();
    const body = { namespace: 'far', jurisdiction };
    await client.call('artifacts.namespaces.create', { params: { account_id }, body });
    const { text } = await send('POST', '/namespaces/far/repos', { name: 'starter' });
    expect(JSON.parse(text).result.token).toMatch(new RegExp(`^art_v2_${mark}_`));
  });

  it.each([
    [{ repo: 'starter', ttl: 10 }, 400, 10103, 'ttl must be between 60 and 31536000 seconds', '/ttl'],
    [{ repo: 'starter', ttl: 31_536_001 }, 400, 10103, undefined, '/ttl'],
    [{ repo: 'starter', ttl: '60' }, 400, 10103, undefined, '/ttl'],
    [{ repo: 'starter', ttl: 60.5 }, 400, 10103, undefined, '/ttl'],
    [{ repo: 'gone', ttl: 10 }, 400, 10103, undefined, '/ttl'],
    [{ repo: 'gone' }, 404, 10200, 'Repository not found', undefined],
    [{ repo: 'starter', scope: 'admin' }, 400, 10100, undefined, '/scope'],
    [{ scope: 'read' }, 400, 10100, 'Invalid input: expected string, received undefined', '/repo'],
  ])('is refused: %j', async (body, status, code, message, pointer) => {
    const bench = startArtifacts();
    await bench.create('starter');
    const sent = await bench.send('POST', tokens, body);
    expect([sent.status, sent.error.code, sent.error.pointer]).toEqual([status, code, pointer]);
    if (message !== undefined) expect(sent.error.message).toBe(message);
    expect((await list(bench)).result).toHaveLength(1);
  });

  it('is revoked once and for all, and only by its own namespace', async () => {
    const bench = startArtifacts();
    await bench.create('starter');
    const { id } = await mint(bench);
    expect((await bench.send('DELETE', `/namespaces/other/tokens/${id}`)).error.message).toBe(
      'Token not found',
    );
    for (const _ of ['first', 'second']) {
      const { status, text } = await bench.send('DELETE', `${tokens}/${id}`);
      expect([status, JSON.parse(text).result]).toEqual([200, { id }]);
    }
    expect((await list(bench, { state: 'revoked' })).result).toMatchObject([{ id, state: 'revoked' }]);
    expect((await bench.send('DELETE', `${tokens}/0123456789abcdef`)).error).toEqual({
      code: 10200,
      message: 'Token not found',
    });
  });
});

describe('a list of tokens', () => {
  it('has the active ones, the newest first, and never their text', async () => {
    const bench = startArtifacts();
    const { token: first } = await bench.create('starter');
    const short = await mint(bench, { scope: 'read', ttl: 60 });
    const long = await mint(bench, { scope: 'read', ttl: 3600 });
    bench.mock.clock.advance(61);
    const { result } = await list(bench);
    expect(result).toHaveLength(2);
    expect(result[0]).toEqual({
      id: long.id,
      scope: 'read',
      state: 'active',
      created_at: expect.any(String),
      expires_at: long.expires_at,
    });
    expect(JSON.stringify(result)).not.toContain(first.slice(9, 49));
    expect((await list(bench, { state: 'expired' })).result).toMatchObject([
      { id: short.id, state: 'expired' },
    ]);
    expect((await list(bench, { state: 'all' })).result).toHaveLength(3);
  });

  it('has pages', async () => {
    const bench = startArtifacts();
    await bench.create('starter');
    for (let made = 0; made < 4; made++) await mint(bench);
    const { result, result_info } = await list(bench, { per_page: 2, page: 3 });
    expect(result).toHaveLength(1);
    expect(result_info).toEqual({ page: 3, per_page: 2, count: 1, total_count: 5, total_pages: 3 });
    expect((await list(bench)).result_info).toMatchObject({ page: 1, per_page: 30 });
  });

  it.each(['per_page=101', 'per_page=0', 'page=0', 'state=gone'])('refuses %s', async (query) => {
    const { create, send } = startArtifacts();
    await create('starter');
    const { status, error } = await send('GET', `/namespaces/default/repos/starter/tokens?${query}`);
    expect([status, error.code, error.pointer]).toEqual([400, 10100, `/${query.split('=')[0]}`]);
  });
});
