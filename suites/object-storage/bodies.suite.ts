import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { differ, equal, oneOf } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { largeObject, transfer } from './large-object.ts';
import { authorization, emptyPlace, filledPlace, getText } from './place.ts';

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

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
  {
    title: 'returns an object of 100 MB unchanged, whole and in part',
    requirements: ['OBJ-BODY-4'],
    exclusive: 'room for large bodies',
    run: async (t) => {
      const { key, url } = await emptyPlace(t);
      const object = largeObject(100);
      const at = { url, certificate: t.certificate };
      const put = await transfer({
        ...at,
        method: 'PUT',
        headers: authorization(t, 'PUT'),
        body: object,
      });
      equal(put.status, 200, `the status of a PUT of ${key}`);
      const parts = [
        [0, object.bytes, {}],
        [50_500_000, 1_000_000, { range: 'bytes=50500000-51499999' }],
      ] as const;
      for (const [from, bytes, headers] of parts) {
        const isRight = object.expecting(from);
        const got = { bytes: 0, right: true };
        const onPiece = (piece: Uint8Array) => {
          got.bytes += piece.length;
          got.right &&= isRight(piece);
        };
        const { status, headers: answered } = await transfer({ ...at, method: 'GET', headers, onPiece });
        const what = `from ${from} on`;
        equal([status, got.bytes], [200, bytes], `status and length of the bytes ${what}`);
        equal(got.right, true, `whether they are the stored bytes ${what}`);
        equal(answered.etag, `"${object.md5}"`, 'the etag');
        // A large body may come in chunks.
        equal(answered['content-length'] ?? String(bytes), String(bytes), 'content-length');
      }
    },
  },
  test('OBJ-BODY-5', 'stores exactly one of twenty simultaneous PUTs', async (t) => {
    const place = await emptyPlace(t);
    const bodies = Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at).repeat(200_000));
    await Promise.all(bodies.map((body) => place.put(body)));
    const read = await place.read();
    oneOf(getText(read), bodies, 'the object');
    equal(read.headers.get('etag'), `"${md5(read.bytes)}"`, 'the etag');
  }),
  test('OBJ-BODY-7', 'serves whole objects while they are replaced', async (t) => {
    const place = await emptyPlace(t);
    const bodies = ['a', 'b'].map((letter) => letter.repeat(300_000));
    await place.put(bodies[0] ?? '');
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        if (at % 4 === 0) {
          await place.put(bodies[(at / 4 + 1) % 2] ?? '');
          return;
        }
        const read = await place.read();
        oneOf(getText(read), bodies, 'the object');
        equal(read.headers.get('etag'), `"${md5(read.bytes)}"`, 'the etag');
      }),
    );
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
