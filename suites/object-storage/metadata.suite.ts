import { equal } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { emptyPlace, filledPlace } from './place.ts';

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

/** What is kept with an object beside its bytes. */
export const metadataSuite = defineSuite({
  name: 'object-storage/metadata',
  tests: [
    {
      title: 'answers a GET with the headers of the PUT that describe the bytes',
      requirements: ['OBJ-PUT-3', 'OBJ-GET-2'],
      run: async (t) => {
        const place = await filledPlace(t, 'abc', stored);
        equal(read((await place.read()).headers, Object.keys(stored)), stored, 'the stored headers');
      },
    },
    {
      title: 'stores the encoding, and no other headers',
      requirements: ['OBJ-META-1'],
      run: async (t) => {
        const place = await emptyPlace(t);
        const others = { 'x-amz-meta-a': 'b', 'x-custom': 'c', 'content-location': '/d', etag: '"e"' };
        await place.put('abc', { 'content-encoding': 'x-touchstone', ...others });
        const { headers } = await place.read();
        equal(headers.get('content-encoding'), 'x-touchstone', 'the encoding');
        const { etag, ...rest } = read(headers, Object.keys(others));
        equal(rest, { 'x-amz-meta-a': null, 'x-custom': null, 'content-location': null }, 'other headers');
        equal(etag === others.etag, false, 'whether the etag is the one that was sent');
      },
    },
    {
      title: 'replaces all of it by the next PUT',
      requirements: ['OBJ-META-3'],
      run: async (t) => {
        const place = await filledPlace(t, 'abc', stored);
        await place.put('abc', { 'cache-control': 'no-store' });
        const { headers } = await place.read();
        const rest = storedNames.filter((name) => !['cache-control', 'content-type'].includes(name));
        equal(headers.get('cache-control'), 'no-store', 'cache-control');
        equal(read(headers, rest), Object.fromEntries(rest.map((name) => [name, null])), 'the other headers');
      },
    },
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
  ],
});
