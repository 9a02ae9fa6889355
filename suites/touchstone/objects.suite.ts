import { adminObjectLimits } from '../../spec/services/touchstone/objects.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { tenantFor } from './tenant-for.ts';

/** A bucket of an own account, and the calls of its objects. */
async function bucket(t: TestContext) {
  const { account_id } = await tenantFor(t);
  const params = { account_id, bucket_name: 'files' };
  const put = (key: string, upload: BodyInit = '', type = 'text/plain') =>
    t.ask('touchstone.object.put', { params, query: { key }, upload, headers: { 'content-type': type } });
  return {
    account_id,
    params,
    put,
    stored: async (...keys: string[]) => {
      for (const key of keys) t.expectSuccess(await put(key, key), `the PUT of ${JSON.stringify(key)}`);
    },
    get: (key: string, headers = {}) => t.ask('touchstone.object.get', { params, query: { key }, headers }),
    remove: (key: string) => t.ask('touchstone.object.delete', { params, query: { key } }),
    list: async (query: Readonly<Record<string, string>> = {}) =>
      (await t.call('touchstone.object.list', { params, query })).body,
    buckets: async (account = account_id) =>
      (await t.call('touchstone.bucket.list', { params: { account_id: account } })).body,
  };
}

const keysOf = ({ objects }: { readonly objects: readonly { readonly key: string }[] }) =>
  objects.map(({ key }) => key);

const keys = [
  '..',
  '.',
  '/',
  '//a',
  'a/../b',
  'a b+c%20d?e#f&g=h',
  '<b>"\'\\',
  '\u0000\n',
  'ﬀ',
  '日本',
  '😀',
];

/** Buckets and their objects. */
export const objectsSuite = defineSuite('touchstone/objects', [
  test('TS-OBJ-1', 'returns bytes and content type as they were sent', async (t) => {
    const { put, get } = await bucket(t);
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    for (const type of ['image/png', 'image/svg+xml', 'text/html; charset=utf-8', 'multipart/form-data']) {
      t.expectSuccess(await put('a', bytes, type), `the PUT of ${type}`);
      const reply = await get('a');
      equal([...reply.bytes], [...bytes], `the bytes of ${type}`);
      equal(reply.headers.get('content-type'), type, 'the content type');
    }
  }),
  test('TS-OBJ-2', 'accepts any text of 1024 bytes as a key', async (t) => {
    const { stored, get, list, put } = await bucket(t);
    const longest = 'é'.repeat(512);
    await stored(...keys, longest);
    for (const key of keys) equal((await get(key)).text, key, `the object ${JSON.stringify(key)}`);
    equal(new Set(keysOf(await list())), new Set([...keys, longest]), 'the keys');
    t.expectFailure(await put(`${longest}a`), { status: 400 });
  }),
  test('TS-OBJ-3', 'lists keys by their bytes, with what is known of each', async (t) => {
    const { put, stored, list } = await bucket(t);
    await stored('😀', 'ﬀ', 'b', 'B');
    const { body } = await put('a', 'four', 'image/png');
    const listed = await list();
    equal(keysOf(listed), ['B', 'a', 'b', 'ﬀ', '😀'], 'the keys');
    equal(listed.objects[1], body, 'the object of the list');
    const { size, content_type } = listed.objects[1] ?? {};
    equal([size, content_type], [4, 'image/png'], 'size and content type');
  }),
  test('TS-OBJ-4', 'lists folders by prefix and delimiter', async (t) => {
    const { stored, list } = await bucket(t);
    await stored('a/1', 'a/b/2', 'a/b/3', 'a/c/4', 'd');
    const listed = await list({ prefix: 'a/', delimiter: '/' });
    equal(keysOf(listed), ['a/1'], 'the keys');
    equal(listed.prefixes, ['a/b/', 'a/c/'], 'the prefixes');
  }),
  test('TS-OBJ-5', 'lists pages', async (t) => {
    const { stored, list } = await bucket(t);
    await stored('1', '2', '3');
    const first = await list({ limit: '2' });
    equal(keysOf(first), ['1', '2'], 'the first page');
    const second = await list({ limit: '2', cursor: first.cursor ?? '' });
    equal([keysOf(second), second.cursor], [['3'], null], 'the last page');
  }),
  test('TS-OBJ-6', 'refuses a wrong page', async (t) => {
    const { stored, params } = await bucket(t);
    await stored('1');
    const ask = (query: Readonly<Record<string, string>>) =>
      t.ask('touchstone.object.list', { params, query });
    t.expectSuccess(await ask({ limit: '1000' }), 'a page of 1000');
    for (const query of [{ cursor: '%%' }, { limit: '0' }, { limit: '1001' }])
      t.expectFailure(await ask(query), { status: 400 });
  }),
  test('TS-OBJ-7', 'returns a range', async (t) => {
    const { put, get } = await bucket(t);
    await put('a', '0123456789');
    const ranges = [
      ['bytes=2-4', '234'],
      ['bytes=7-', '789'],
      ['bytes=-2', '89'],
    ];
    for (const [range = '', text] of ranges) {
      const reply = await get('a', { range });
      equal([reply.status, reply.text], [206, text], `the answer to ${range}`);
    }
    equal((await get('a', { range: 'bytes=2-4' })).headers.get('content-range'), 'bytes 2-4/10', 'the range');
    equal((await get('a')).status, 200, 'the status without a range');
  }),
  test('TS-OBJ-8', 'returns a page as a download in a sandbox', async (t) => {
    const { put, get } = await bucket(t);
    await put('a/"é".html', '<script>1</script>', 'text/html');
    const { headers } = await get('a/"é".html');
    equal(headers.get('content-security-policy'), "sandbox; default-src 'none'", 'the policy');
    equal(headers.get('x-content-type-options'), 'nosniff', 'the sniffing');
    const disposition = `attachment; filename*=UTF-8''%22%C3%A9%22.html`;
    equal(headers.get('content-disposition'), disposition, 'the disposition');
  }),
  test('TS-OBJ-9', 'deletes an object once', async (t) => {
    const { stored, get, remove } = await bucket(t);
    await stored('a', 'b');
    t.expectSuccess(await remove('a'), 'the DELETE');
    t.expectFailure(await get('a'), { status: 404 });
    t.expectFailure(await remove('a'), { status: 404 });
    equal((await get('b')).text, 'b', 'the other object');
  }),
  test('TS-OBJ-10', 'lists buckets with the size of their objects', async (t) => {
    const { put, stored, buckets } = await bucket(t);
    await put('a', '0123456789');
    await stored('b');
    equal(await buckets(), [{ name: 'files', objects: 2, bytes: 11 }], 'the buckets');
  }),
  test('TS-OBJ-11', 'creates a bucket with its first object only', async (t) => {
    const { get, remove, params, stored, buckets } = await bucket(t);
    t.expectFailure(await get('a'), { status: 404 });
    t.expectFailure(await remove('a'), { status: 404 });
    t.expectFailure(await t.ask('touchstone.object.list', { params }), { status: 404 });
    equal(await buckets(), [], 'the buckets before');
    await stored('a');
    equal(
      (await buckets()).map(({ name }) => name),
      ['files'],
      'the buckets after',
    );
  }),
  test('TS-OBJ-12', 'keeps the buckets of accounts apart', async (t) => {
    const [first, second] = [await bucket(t), await bucket(t)];
    await first.stored('a');
    equal(await second.buckets(), [], 'the buckets of the other account');
    await second.stored('b');
    equal(keysOf(await first.list()), ['a'], 'the keys of the first account');
  }),
  test('TS-OBJ-13', 'refuses a larger object', async (t) => {
    const { put, get } = await bucket(t);
    const bytes = new Uint8Array(adminObjectLimits.putBytes + 1);
    t.expectSuccess(await put('a', bytes.subarray(1)), 'the largest object');
    t.expectFailure(await put('a', bytes), { status: 413 });
    ok(
      (await get('a', { range: 'bytes=-1' })).headers.get('content-range')?.endsWith('/104857600'),
      'its size',
    );
  }),
]);
