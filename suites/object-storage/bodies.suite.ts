import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { differ, equal } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { authorization, filledPlace, getText } from './place.ts';

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
