import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { differ, equal, match } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { authorization, emptyPlace, filledPlace, getText, missingPlace, served } from './place.ts';

/** `abc` and its MD5 from RFC 1321. */
const sample = { text: 'abc', etag: '"900150983cd24fb0d6963f7d28e17f72"' };

/** Storing, reading and deleting objects. */
export const objectsSuite = defineSuite('object-storage/objects', [
  {
    title: 'stores the bytes of a PUT, and answers a GET with them',
    requirements: ['OBJ-PUT-1', 'OBJ-PUT-2', 'OBJ-GET-1', 'OBJ-GET-9', 'OBJ-KEY-1', 'OBJ-TEXT-1'],
    run: async (t) => {
      const place = await emptyPlace(t);
      const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256);
      const put = await place.put(bytes);
      await t.check('OBJ-PUT-2', () =>
        equal(getText(put), `Put ${place.key} successfully!`, 'the answer of a PUT'),
      );
      const got = await place.read();
      equal(Buffer.from(got.bytes).equals(bytes), true, 'whether the bytes are those of the PUT');
      await t.check('OBJ-TEXT-1', () =>
        equal(put.headers.get('content-type'), 'text/plain;charset=UTF-8', 'the type of the answer'),
      );
    },
  },
  test('OBJ-PUT-1', 'keeps the last of two PUTs', async (t) => {
    const place = await filledPlace(t, 'first, and longer');
    await place.put('second');
    equal(getText(await place.read()), 'second', 'the object');
  }),
  test(['OBJ-GET-3', 'OBJ-META-2'], 'uses the MD5 of the bytes as the etag', async (t) => {
    const { etag } = await filledPlace(t, sample.text);
    await t.check('OBJ-GET-3', () => differ(etag, '', 'the etag'));
    await t.check('OBJ-META-2', () => equal(etag, sample.etag, 'the etag'));
  }),
  test(['OBJ-GET-5', 'OBJ-GET-6'], 'answers a GET of a missing key with status 404 and a text', async (t) => {
    const reply = await (await missingPlace(t)).send();
    await t.check('OBJ-GET-5', () => equal(reply.status, 404, 'the status'));
    await t.check('OBJ-GET-6', () => equal(getText(reply), 'Object Not Found', 'the text'));
  }),
  test(
    ['OBJ-DEL-1', 'OBJ-DEL-2', 'OBJ-DEL-3'],
    'deletes an object, and accepts a DELETE of a missing one',
    async (t) => {
      const place = await filledPlace(t, 'abc');
      const deleted = served(await place.send({ method: 'DELETE' }), 'a DELETE');
      await t.check('OBJ-DEL-2', () => equal(getText(deleted), 'Deleted!', 'the answer of a DELETE'));
      await t.check('OBJ-DEL-1', async () =>
        equal((await place.send()).status, 404, 'the status of a GET afterwards'),
      );
      await t.check('OBJ-DEL-3', async () => {
        const again = await place.send({ method: 'DELETE' });
        equal([again.status, getText(again)], [200, 'Deleted!'], 'the answer of a DELETE of a missing key');
      });
    },
  ),
]);

const stored = {
  'content-type': 'text/x-touchstone; charset=utf-8',
  'content-language': 'de, en',
  'content-disposition': 'attachment; filename="a b.txt"',
  'cache-control': 'max-age=60',
  expires: 'Tue, 01 Jan 2030 00:00:00 GMT',
};

const storedNames = [...Object.keys(stored), 'content-encoding'];

const read = (headers: Headers, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, headers.get(name)]));

/** The metadata stored with an object. */
export const metadataSuite = defineSuite('object-storage/metadata', [
  {
    title: 'answers a GET with the metadata headers of the PUT',
    requirements: ['OBJ-PUT-3', 'OBJ-GET-2', 'OBJ-META-1'],
    run: async (t) => {
      const place = await filledPlace(t, 'abc', stored);
      const { headers } = await place.read();
      // The seed leaves open which headers are metadata, and how they are written.
      match(headers.get('content-type'), /^text\/x-touchstone\b/i, 'the content type');
      await t.check('OBJ-META-1', () =>
        equal(read(headers, Object.keys(stored)), stored, 'the stored headers'),
      );
    },
  },
  test('OBJ-META-1', 'stores the encoding, and no other headers', async (t) => {
    const place = await emptyPlace(t);
    const others = { 'x-amz-meta-a': 'b', 'x-custom': 'c', 'content-location': '/d', etag: '"e"' };
    await place.put('abc', { 'content-encoding': 'x-touchstone', ...others });
    const { headers } = await place.read();
    equal(headers.get('content-encoding'), 'x-touchstone', 'the encoding');
    const { etag, ...rest } = read(headers, Object.keys(others));
    equal(rest, { 'x-amz-meta-a': null, 'x-custom': null, 'content-location': null }, 'other headers');
    equal(etag === others.etag, false, 'whether the etag is the one in the request');
  }),
  test('OBJ-META-3', 'replaces all metadata on the next PUT', async (t) => {
    const place = await filledPlace(t, 'abc', stored);
    await place.put('abc', { 'cache-control': 'no-store' });
    const { headers } = await place.read();
    const rest = storedNames.filter((name) => !['cache-control', 'content-type'].includes(name));
    equal(headers.get('cache-control'), 'no-store', 'cache-control');
    equal(read(headers, rest), Object.fromEntries(rest.map((name) => [name, null])), 'the other headers');
  }),
  ...(
    [
      ['0', 'Sat, 01 Jan 2000 00:00:00 GMT'],
      ['never', 'Thu, 01 Jan 1970 00:00:00 GMT'],
      ['2030-01-01T00:00:00Z', 'Tue, 01 Jan 2030 00:00:00 GMT'],
    ] as const
  ).map(([sent, time]) => ({
    title: `stores Expires ${sent} as ${time}`,
    requirements: ['OBJ-META-4'] as const,
    run: async (t: Parameters<typeof emptyPlace>[0]) => {
      const place = await filledPlace(t, 'abc', { expires: sent });
      equal((await place.read()).headers.get('expires'), time, 'expires');
    },
  })),
]);

/** Methods that objects don't have, on a server without authorization. */
export const objectMethodsSuite = defineSuite('object-storage/methods', [
  ...['POST', 'PATCH', 'OPTIONS', 'PROPFIND'].map((method) => ({
    title: `answers ${method} with 405 and the allowed methods`,
    requirements: ['OBJ-METHOD-1', 'OBJ-METHOD-2', 'OBJ-METHOD-3'] as const,
    run: async (t: Parameters<typeof filledPlace>[0]) => {
      const place = await filledPlace(t, 'abc');
      const reply = await place.send({ method, ...(method === 'POST' && { body: 'new' }) });
      await t.check('OBJ-METHOD-1', () => equal(reply.status, 405, 'the status'));
      await t.check('OBJ-METHOD-2', () => equal(getText(reply), 'Method Not Allowed', 'the text'));
      await t.check('OBJ-METHOD-3', () =>
        equal(
          reply.headers
            .get('allow')
            ?.split(/\s*,\s*/)
            .sort(),
          ['DELETE', 'GET', 'PUT'],
          'what is allowed',
        ),
      );
    },
  })),
  test('OBJ-METHOD-4', 'answers HEAD with 405 and no body', async (t) => {
    const place = await filledPlace(t, 'abc');
    const reply = await place.send({ method: 'HEAD' });
    equal([reply.status, reply.headers.get('allow')], [405, 'PUT, GET, DELETE'], 'status and allow');
    equal(reply.bytes.length, 0, 'the bytes of the body');
  }),
]);

/** Bodies of all sizes, and incomplete ones. */
export const objectBodiesSuite = defineSuite('object-storage/bodies', [
  test(['OBJ-BODY-2', 'OBJ-BODY-3'], 'stores an empty object for a PUT without a body', async (t) => {
    for (const body of [undefined, '']) {
      const place = await filledPlace(t, 'old');
      const put = await place.send({ method: 'PUT', ...(body !== undefined && { body }) });
      equal(put.status, 200, 'the status of the PUT');
      const read = await place.read();
      equal([read.bytes.length, read.headers.get('content-length')], [0, '0'], 'the length');
      equal(read.headers.get('etag'), '"d41d8cd98f00b204e9800998ecf8427e"', 'the etag');
    }
  }),
  test('OBJ-BODY-1', 'refuses a body of unknown length, and stores none of it', async (t) => {
    const place = await filledPlace(t, 'old');
    const reply = await t.application({
      method: 'PUT',
      url: place.url,
      headers: authorization(t, 'PUT'),
      body: (async function* () {
        yield new TextEncoder().encode('new');
      })(),
    });
    differ(reply.status, 200, 'the status');
    equal(reply.status, 500, 'the status');
    equal(getText(await place.read()), 'old', 'the object afterwards');
  }),
  test('OBJ-BODY-6', 'keeps the old object when a client disconnects during a PUT', async (t) => {
    const place = await filledPlace(t, 'old');
    const base = new URL(place.url);
    if (base.protocol !== 'http:') t.skip('only a test over http can disconnect');
    const head = [
      `PUT /${place.key} HTTP/1.1`,
      `host: ${base.host}`,
      'content-length: 1000000',
      ...Object.entries(authorization(t, 'PUT')).map(([name, value]) => `${name}: ${value}`),
    ];
    const socket = connect(Number(base.port || 80), base.hostname);
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.write(`${head.join('\r\n')}\r\n\r\n${'new'.repeat(100_000)}`);
    await delay(50);
    equal(getText(await place.read()), 'old', 'the object meanwhile');
    socket.destroy();
    await gone;
    await delay(50);
    equal(getText(await place.read()), 'old', 'the object afterwards');
  }),
]);
