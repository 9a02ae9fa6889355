import { equal, match } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { emptyPlace, filledPlace, textOf } from './place.ts';

/** `abc` and its MD5, as RFC 1321 has it. */
const sample = { text: 'abc', etag: '"900150983cd24fb0d6963f7d28e17f72"' };

/** Objects are stored, read and deleted. */
export const objectsSuite = defineSuite({
  name: 'object-storage/objects',
  tests: [
    {
      title: 'stores the bytes of a PUT, and answers a GET with them',
      requirements: ['OBJ-PUT-1', 'OBJ-PUT-2', 'OBJ-GET-1', 'OBJ-GET-9', 'OBJ-KEY-1', 'OBJ-TEXT-1'],
      run: async (t) => {
        const place = await emptyPlace(t);
        const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256);
        const put = await place.put(bytes);
        equal(textOf(put), `Put ${place.key} successfully!`, 'the answer of a PUT');
        const got = await place.read();
        equal(Buffer.from(got.bytes).equals(bytes), true, 'whether the bytes are those of the PUT');
        await t.check('OBJ-TEXT-1', () =>
          equal(put.headers.get('content-type'), 'text/plain;charset=UTF-8', 'the type of the answer'),
        );
      },
    },
    {
      title: 'has the last one of two PUTs',
      requirements: ['OBJ-PUT-1'],
      run: async (t) => {
        const place = await filledPlace(t, 'first, and longer');
        await place.put('second');
        equal(textOf(await place.read()), 'second', 'the object');
      },
    },
    {
      title: 'tells the MD5 of the bytes as etag',
      requirements: ['OBJ-GET-3', 'OBJ-META-2'],
      run: async (t) => {
        const { etag } = await filledPlace(t, sample.text);
        await t.check('OBJ-GET-3', () => match(etag, /^"[^"]+"$/, 'the etag'));
        await t.check('OBJ-META-2', () => equal(etag, sample.etag, 'the etag'));
      },
    },
    {
      title: 'answers a GET of a missing key with status 404 and a text',
      requirements: ['OBJ-GET-5', 'OBJ-GET-6'],
      run: async (t) => {
        const reply = await (await emptyPlace(t)).send();
        equal(reply.status, 404, 'the status');
        equal(textOf(reply), 'Object Not Found', 'the text');
      },
    },
    {
      title: 'deletes an object, and one that is not there',
      requirements: ['OBJ-DEL-1', 'OBJ-DEL-2', 'OBJ-DEL-3'],
      run: async (t) => {
        const place = await filledPlace(t, 'abc');
        const deleted = await place.send({ method: 'DELETE' });
        equal([deleted.status, textOf(deleted)], [200, 'Deleted!'], 'the answer of a DELETE');
        equal((await place.send()).status, 404, 'the status of a GET afterwards');
        await t.check('OBJ-DEL-3', async () => {
          const again = await place.send({ method: 'DELETE' });
          equal([again.status, textOf(again)], [200, 'Deleted!'], 'the answer of a DELETE of a missing key');
        });
      },
    },
  ],
});
