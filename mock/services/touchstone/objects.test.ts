import { describe, expect, it } from 'vitest';
import { adminObjectLimits } from '../../../spec/services/touchstone/objects.ts';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';

/** An account with a bucket. */
function start(mock = createMock(), account_id = mock.defaults.accountId) {
  const client = getClient(mock);
  const params = { account_id, bucket_name: 'files' };
  const put = (key: string, upload: BodyInit = key, type = 'text/plain') =>
    client.call('touchstone.object.put', {
      params,
      query: { key },
      upload,
      headers: { 'content-type': type },
    });
  const list = (query: object = {}) => client.call('touchstone.object.list', { params, query });
  const account = {
    mock,
    put,
    list,
    get: (key: string, headers = {}) =>
      client.call('touchstone.object.get', { params, query: { key }, headers }),
    remove: (key: string) => client.call('touchstone.object.delete', { params, query: { key } }),
    buckets: async () => (await client.call('touchstone.bucket.list', { params: { account_id } })).body,
    keys: async (query: object = {}) => {
      const { objects, prefixes } = (await list(query)).body;
      return [objects.map(({ key }) => key), prefixes];
    },
    fill: async (...keys: string[]) => {
      for (const key of keys) expect((await put(key)).status).toBe(200);
      return account;
    },
  };
  return account;
}

describe('the objects in the admin interface', () => {
  it.each(['image/png', 'image/svg+xml', 'text/html; charset=utf-8', 'multipart/form-data'])(
    'have their bytes and the content type %s',
    async (type) => {
      const { put, get, list } = start();
      const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
      const { body } = await put('a', bytes, type);
      expect(body).toMatchObject({ key: 'a', size: 256, content_type: type });
      expect((await list()).body.objects).toEqual([body]);
      const reply = await get('a');
      expect([reply.status, reply.bytes, reply.headers.get('content-type')]).toEqual([200, bytes, type]);
      expect(reply.headers.get('etag')).toBe(`"${body.etag}"`);
    },
  );

  it.each([
    '..',
    '.',
    '/',
    '//a',
    'a/../b',
    'a b+c%20d?e#f&g=h',
    '<b>"\'\\',
    '\u0000\n',
    '日本',
    'é'.repeat(512),
  ])('can have the key %j', async (key) => {
    const { get, keys } = await start().fill(key);
    expect([(await get(key)).text, await keys()]).toEqual([key, [[key], []]]);
  });

  it('are listed by the bytes of their keys, by folder, and in pages', async () => {
    const { keys, list } = await start().fill('😀', 'ﬀ', 'a/c/4', 'b', 'a/b/3', 'a/1', 'B', 'a/b/2');
    expect(await keys()).toEqual([['B', 'a/1', 'a/b/2', 'a/b/3', 'a/c/4', 'b', 'ﬀ', '😀'], []]);
    expect(await keys({ prefix: 'a/', delimiter: '/' })).toEqual([['a/1'], ['a/b/', 'a/c/']]);
    const { cursor } = (await list({ limit: '6' })).body;
    expect(await keys({ limit: '6', cursor })).toEqual([['ﬀ', '😀'], []]);
    expect((await list({ limit: '6', cursor })).body.cursor).toBeNull();
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
  ])('have the range %s', async (range, text, extent) => {
    const { put, get } = start();
    await put('a', '0123456789');
    const reply = await get('a', { range });
    expect([reply.status, reply.text, reply.headers.get('content-range')]).toEqual([206, text, extent]);
  });

  it('are downloads of which a browser runs nothing', async () => {
    const { put, get } = start();
    await put('a/"é".html', '<script>1</script>', 'text/html');
    expect(Object.fromEntries((await get('a/"é".html')).headers)).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': "attachment; filename*=UTF-8''%22%C3%A9%22.html",
      'cross-origin-resource-policy': 'same-site',
      'cache-control': 'no-store',
    });
  });

  it('are in a bucket of one account, which the first one makes', async () => {
    const mock = createMock();
    const [first, second] = [start(mock), start(mock, mock.tenant().accountId)];
    for (const { status } of [await first.get('a'), await first.remove('a'), await first.list()])
      expect(status).toBe(404);
    expect(await first.buckets()).toEqual([]);
    await first.put('a', '0123456789');
    await first.fill('b');
    expect([await first.buckets(), await second.buckets()]).toEqual([
      [{ name: 'files', objects: 2, bytes: 11 }],
      [],
    ]);
    await second.fill('c');
    expect(await first.keys()).toEqual([['a', 'b'], []]);
  });

  it('are deleted once', async () => {
    const { get, remove } = await start().fill('a', 'b');
    expect((await remove('a')).body).toEqual({ key: 'a' });
    expect([(await get('a')).status, (await remove('a')).status]).toEqual([404, 404]);
    expect((await get('b')).text).toBe('b');
  });

  it('are refused with a wrong page, a longer key or more bytes than their limit', async () => {
    const { list, put, get } = await start().fill('1');
    for (const query of [{ cursor: '%%' }, { limit: '0' }, { limit: '1001' }])
      expect((await list(query)).status).toBe(400);
    expect((await put(`${'é'.repeat(512)}a`)).status).toBe(400);
    const bytes = new Uint8Array(adminObjectLimits.putBytes + 1);
    expect((await put('a', bytes)).status).toBe(413);
    expect((await put('a', bytes.subarray(1))).status).toBe(200);
    expect((await get('a', { range: 'bytes=-1' })).headers.get('content-range')).toMatch(/\/104857600$/);
  });

  it('can be locked by a key that only a Worker has', async () => {
    const { get, mock, put } = start();
    const { FILES } = mock.bindings({ r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] });
    await put('open');
    await FILES.put('locked', 'x', { ssecKey: '0'.repeat(64) });
    expect([(await get('open')).status, (await get('locked')).status]).toEqual([200, 403]);
  });
});
