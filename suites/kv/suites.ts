import type { Reply } from '../../spec/client.ts';
import { equal, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Suite, test } from '../harness/suite.ts';
import { getError, getResult, sendJson } from '../v4/answers.ts';

/** A namespace of a test. */
interface TestNamespace {
  readonly path: string;
  /** Writes a value as the body of a request. @param query such as `?expiration_ttl=60` */
  put(key: string, content: string | Uint8Array<ArrayBuffer>, query?: string): Promise<Reply>;
  read(key: string): Promise<Reply>;
  /** @param query such as `?prefix=a` */
  keys(query?: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Creates a namespace that ends with the test; skips it where the credential of the run may create none. */
async function createNamespace(t: TestContext): Promise<TestNamespace> {
  const namespaces = `/accounts/${t.accountId}/storage/kv/namespaces`;
  const made = await sendJson(t, 'POST', namespaces, { title: t.title(`kv ${crypto.randomUUID()}`) });
  if ([401, 403].includes(made.status)) t.skip('the credential may not create namespaces');
  const path = `${namespaces}/${String(object(getResult(t, made), 'result')['id'])}`;
  t.after(() => t.send({ method: 'DELETE', path }));
  const valuePath = (key: string) => `${path}/values/${encodeURIComponent(key)}`;
  return {
    path,
    put: (key, body, query = '') =>
      t.send({
        method: 'PUT',
        path: `${valuePath(key)}${query}`,
        headers: { 'content-type': 'application/octet-stream' },
        body,
      }),
    read: (key) => t.send({ method: 'GET', path: valuePath(key) }),
    async keys(query = '') {
      const result = getResult(t, await t.send({ method: 'GET', path: `${path}/keys${query}` }));
      ok(Array.isArray(result), `result is ${show(result)}`);
      return result.map((one) => object(one, 'a key'));
    },
  };
}

const names = (keys: readonly Readonly<Record<string, unknown>>[]) => keys.map(({ name }) => name);

/** Workers KV, in namespaces of its own. */
export const kvSuites: readonly Suite[] = [
  defineSuite('kv/values', [
    test(['KV-VALUE-1', 'KV-VALUE-2'], 'keeps bytes until they are removed', async (t) => {
      const { path, put, read } = await createNamespace(t);
      getResult(t, await put('a/b c', Uint8Array.of(0, 255, 10, 13, 0)));
      const { bytes } = await read('a/b c');
      equal([...bytes], [0, 255, 10, 13, 0], 'bytes of the value');
      await t.check('KV-VALUE-2', async () => {
        getResult(t, await t.send({ method: 'DELETE', path: `${path}/values/a%2Fb%20c` }));
        equal((await read('a/b c')).status, 404, 'status of a removed key');
        equal((await read('never')).status, 404, 'status of a key that was never written');
      });
    }),
    test(['KV-META-1', 'KV-VALUE-1'], 'keeps metadata from a form', async (t) => {
      const { path, read, keys } = await createNamespace(t);
      const form = new FormData();
      form.set('value', 'hello');
      form.set('metadata', JSON.stringify({ a: [1] }));
      getResult(t, await t.send({ method: 'PUT', path: `${path}/values/m`, body: form }));
      equal((await read('m')).text, 'hello', 'the value');
      await t.check('KV-META-1', async () => {
        equal(
          getResult(t, await t.send({ method: 'GET', path: `${path}/metadata/m` })),
          { a: [1] },
          'metadata',
        );
        equal(
          (await keys()).map(({ metadata }) => metadata),
          [{ a: [1] }],
          'metadata of the listed keys',
        );
      });
    }),
    test('KV-LIST-1', 'lists keys by prefix and page', async (t) => {
      const { path, keys } = await createNamespace(t);
      const pairs = Array.from({ length: 12 }, (_, at) => ({
        key: `p${String.fromCharCode(108 - at)}`,
        value: 'x',
      }));
      getResult(t, await sendJson(t, 'PUT', `${path}/bulk`, [...pairs, { key: 'other', value: 'x' }]));
      const sorted = pairs.map(({ key }) => key).sort();
      equal(names(await keys('?prefix=p')), sorted, 'keys with the prefix');
      const first = await t.send({ method: 'GET', path: `${path}/keys?prefix=p&limit=10` });
      const { result_info: info } = object(first.body, 'the body');
      const { cursor } = object(info, 'result_info');
      ok(typeof cursor === 'string' && cursor !== '', `cursor is ${show(cursor)}`);
      const rest = await keys(`?prefix=p&limit=10&cursor=${encodeURIComponent(cursor)}`);
      equal(names(rest), sorted.slice(10), 'keys of the second page');
    }),
    test('KV-BULK-1', 'writes, reads and removes many', async (t) => {
      const { path, keys } = await createNamespace(t);
      const pairs = [
        { key: 'a', value: '1' },
        { key: 'b', value: btoa('two'), base64: true },
      ];
      const count = (reply: Reply) => object(getResult(t, reply), 'result')['successful_key_count'];
      equal(count(await sendJson(t, 'PUT', `${path}/bulk`, pairs)), 2, 'count of written keys');
      const { values } = object(
        getResult(t, await sendJson(t, 'POST', `${path}/bulk/get`, { keys: ['a', 'b', 'c'] })),
        'result',
      );
      equal(values, { a: '1', b: 'two', c: null }, 'values');
      equal(count(await sendJson(t, 'POST', `${path}/bulk/delete`, ['a', 'b'])), 2, 'count of removed keys');
      equal(names(await keys()), [], 'keys that remain');
    }),
    test(['KV-EXPIRE-1', 'KV-EXPIRE-2'], 'keeps a key for its time', async (t) => {
      const { put, keys } = await createNamespace(t);
      getResult(t, await put('short', 'x', '?expiration_ttl=3600'));
      const [key] = await keys();
      ok(typeof key?.['expiration'] === 'number', `expiration is ${show(key?.['expiration'])}`);
      await t.check(
        'KV-EXPIRE-2',
        async () => void getError(await put('shorter', 'x', '?expiration_ttl=30')),
      );
    }),
    test('KV-LIMIT-1', 'refuses a key that is too long', async (t) => {
      const { put } = await createNamespace(t);
      getResult(t, await put('k'.repeat(512), 'x'));
      getError(await put('k'.repeat(513), 'x'));
    }),
  ]),
];
