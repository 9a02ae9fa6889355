import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { differ, equal, oneOf } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { emptyPlace, filledPlace, textOf } from './place.ts';

/** 100 MB that no two pieces of are alike. */
function largeBody(): Uint8Array {
  const body = new Uint8Array(100_000_000);
  const words = new Uint32Array(body.buffer);
  let state = 1;
  for (let at = 0; at < words.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words[at] = state;
  }
  return body;
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

/** Bodies of all sizes, and those that never end. */
export const objectBodiesSuite = defineSuite({
  name: 'object-storage/bodies',
  tests: [
    {
      title: 'stores an object without bytes of a PUT without a body',
      requirements: ['OBJ-BODY-2', 'OBJ-BODY-3'],
      exclusive: true,
      run: async (t) => {
        for (const body of [undefined, '']) {
          const place = await filledPlace(t, 'old');
          const put = await place.send({ method: 'PUT', ...(body !== undefined && { body }) });
          equal(put.status, 200, 'the status of the PUT');
          const read = await place.read();
          equal([read.bytes.length, read.headers.get('content-length')], [0, '0'], 'the length');
          equal(read.headers.get('etag'), '"d41d8cd98f00b204e9800998ecf8427e"', 'the etag');
        }
      },
    },
    {
      title: 'has an object of 100 MB as it was put, and its parts',
      requirements: ['OBJ-BODY-4'],
      exclusive: true,
      run: async (t) => {
        const body = largeBody();
        const place = await emptyPlace(t);
        await place.put(body);
        const { bytes, headers } = await place.read();
        equal([bytes.length, md5(bytes)], [body.length, md5(body)], 'length and MD5');
        equal(headers.get('etag'), `"${md5(body)}"`, 'the etag');
        const part = await place.read({ range: 'bytes=50000000-50999999' });
        equal(md5(part.bytes), md5(body.subarray(50_000_000, 51_000_000)), 'the MD5 of a part');
      },
    },
    {
      title: 'has one whole object of twenty PUTs at the same time',
      requirements: ['OBJ-BODY-5'],
      exclusive: true,
      run: async (t) => {
        const place = await emptyPlace(t);
        const bodies = Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at).repeat(200_000));
        await Promise.all(bodies.map((body) => place.put(body)));
        const read = await place.read();
        oneOf(textOf(read), bodies, 'the object');
        equal(read.headers.get('etag'), `"${md5(read.bytes)}"`, 'the etag');
      },
    },
    {
      title: 'refuses a body of unknown length, and stores nothing of it',
      requirements: ['OBJ-BODY-1'],
      exclusive: true,
      run: async (t) => {
        const place = await filledPlace(t, 'old');
        const { url, openUrl, secret } = t.objects;
        const reply = await t.application({
          method: 'PUT',
          url: `${openUrl ?? url}/${place.key}`,
          headers: openUrl === null ? { 'x-custom-auth-key': secret } : {},
          body: (async function* () {
            yield new TextEncoder().encode('new');
          })(),
        });
        differ(reply.status, 200, 'the status');
        equal(reply.status, 500, 'the status');
        equal(textOf(await place.read()), 'old', 'the object afterwards');
      },
    },
    {
      title: 'has the object that was there when a client goes away amid a PUT',
      requirements: ['OBJ-BODY-6'],
      exclusive: true,
      run: async (t) => {
        const place = await filledPlace(t, 'old');
        const { url, openUrl, secret } = t.objects;
        const base = new URL(openUrl ?? url);
        if (base.protocol !== 'http:') t.skip('a client that goes away is made for http alone');
        const head = [
          `PUT /${place.key} HTTP/1.1`,
          `host: ${base.host}`,
          'content-length: 1000000',
          ...(openUrl === null ? [`x-custom-auth-key: ${secret}`] : []),
        ];
        const socket = connect(Number(base.port || 80), base.hostname);
        const gone = new Promise((resolve) => socket.once('close', resolve));
        socket.on('error', () => {});
        socket.write(`${head.join('\r\n')}\r\n\r\n${'new'.repeat(100_000)}`);
        await delay(200);
        equal(textOf(await place.read()), 'old', 'the object meanwhile');
        socket.destroy();
        await gone;
        await delay(200);
        equal(textOf(await place.read()), 'old', 'the object afterwards');
      },
    },
  ],
});
