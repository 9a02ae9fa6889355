import { describe, expect, it } from 'vitest';
import { startArtifacts } from '../testing/artifacts-client.ts';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('a namespace', () => {
  it('is made, read and deleted', async () => {
    const { client, account_id, send } = startArtifacts();
    const made = await client.call('artifacts.namespaces.create', {
      params: { account_id },
      body: { namespace: 'Europe', jurisdiction: 'eu' },
    });
    expect(made.status).toBe(201);
    expect(made.body.result).toEqual({
      namespace: 'Europe',
      jurisdiction: 'eu',
      repo_count: 0,
      created_at: expect.stringMatching(time),
      updated_at: expect.stringMatching(time),
    });
    const params = { account_id, namespace: 'europe' };
    const read = await client.call('artifacts.namespaces.get', { params });
    expect(read.body.result).toEqual(made.body.result);
    const deleted = await send('DELETE', '/namespaces/EUROPE');
    expect([deleted.status, deleted.text, deleted.headers.get('content-type')]).toEqual([204, '', null]);
    expect((await send('GET', '/namespaces/europe')).status).toBe(404);
  });

  it('comes with its first repository, and counts them', async () => {
    const { create, client, space } = startArtifacts();
    await create('one');
    await create('two');
    const { body } = await client.call('artifacts.namespaces.get', { params: space });
    expect(body.result).toMatchObject({ namespace: 'default', jurisdiction: 'unrestricted', repo_count: 2 });
  });

  it('stays as long as it has repositories', async () => {
    const { create, send } = startArtifacts();
    await create('one');
    const { status, error } = await send('DELETE', '/namespaces/default');
    expect([status, error.code]).toEqual([409, 10290]);
    await send('DELETE', '/namespaces/default/repos/one');
    expect((await send('DELETE', '/namespaces/default')).status).toBe(204);
  });

  it.each([
    ['twice', 'POST', '', { namespace: 'DEFAULT' }, 409, 10201, 'Namespace already exists', undefined],
    ['without a name', 'POST', '', {}, 400, 10100, 'Invalid namespace name', '/namespace'],
    ['with a bad name', 'POST', '', { namespace: '-a' }, 400, 10100, 'Invalid namespace name', '/namespace'],
    ['with one letter', 'POST', '', { namespace: 'a' }, 400, 10100, 'Invalid namespace name', '/namespace'],
    [
      'with 64 letters',
      'POST',
      '',
      { namespace: 'a'.repeat(64) },
      400,
      10100,
      'Invalid namespace name',
      '/namespace',
    ],
    [
      'somewhere else',
      'POST',
      '',
      { namespace: 'mars', jurisdiction: 'mars' },
      400,
      10100,
      'Invalid option: expected one of "eu"|"us"',
      '/jurisdiction',
    ],
    ['that is not there', 'GET', '/gone', undefined, 404, 10200, 'Namespace not found', undefined],
    ['that is not there', 'DELETE', '/gone', undefined, 404, 10200, 'Namespace not found', undefined],
    [
      'of a bad name in the path',
      'GET',
      '/-x/repos',
      undefined,
      400,
      10100,
      'Invalid namespace name',
      '/namespace',
    ],
  ] as const)('%s is refused: %s', async (_, method, path, body, status, code, message, pointer) => {
    const { send, create } = startArtifacts();
    await create('one');
    const sent = await send(method, `/namespaces${path}`, body);
    expect(sent.status).toBe(status);
    expect(sent.error).toEqual({ code, message, ...(pointer && { pointer }) });
    expect(JSON.parse(sent.text).errors[0].documentation_url).toBe(
      `https://developers.cloudflare.com/artifacts/api/errors#${code}`,
    );
  });

  it('is listed with the others, the newest first, page by page', async () => {
    const { client, account_id } = startArtifacts();
    const params = { account_id };
    for (const namespace of ['one', 'two', 'three']) {
      await client.call('artifacts.namespaces.create', { params, body: { namespace } });
    }
    const first = await client.call('artifacts.namespaces.list', { params, query: { limit: 2 } });
    expect(first.body.result.map(({ namespace }) => namespace)).toEqual(['three', 'two']);
    const cursor = first.body.result_info?.cursor;
    expect(cursor).toEqual(expect.any(String));
    const second = await client.call('artifacts.namespaces.list', {
      params,
      query: { limit: 2, ...(cursor !== undefined && { cursor }) },
    });
    expect(second.body.result.map(({ namespace }) => namespace)).toEqual(['one']);
  });
});

describe('a path that nobody knows', () => {
  it.each([
    ['GET', '/namespaces/default/widgets'],
    ['GET', ''],
    ['GET', '/'],
    ['PATCH', '/namespaces/default/repos/one'],
    ['PUT', '/namespaces'],
  ])('is answered in plain words, whatever the method: %s %s', async (method, path) => {
    const { send } = startArtifacts();
    const { status, text, headers } = await send(method, path);
    expect([status, text, headers.get('content-type')]).toEqual([
      404,
      '404 Not Found',
      'text/plain; charset=UTF-8',
    ]);
  });

  it('is not told to whoever has no credentials', async () => {
    const { mock, account_id } = startArtifacts();
    const url = `http://localhost/client/v4/accounts/${account_id}/artifacts/widgets`;
    const answer = await mock.fetch(new Request(url));
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[0].code).toBe(9106);
  });

  it('is refused where a mock may not rest on what was only observed', async () => {
    expect((await startArtifacts({ basis: 'documented' }).send('GET', '/widgets')).status).toBe(501);
  });
});
