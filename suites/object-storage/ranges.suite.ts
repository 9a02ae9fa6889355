import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { filledPlace, getText, needsStrong } from './place.ts';

const digits = '0123456789';

/** `Range` headers and what they select from ten digits: workerd. */
const rows: readonly (readonly [header: string, bytes: string, proves: KnownRequirementId])[] = [
  ['bytes=0-3', '0123', 'OBJ-GET-4'],
  ['bytes=3-3', '3', 'OBJ-GET-4'],
  ['bytes=3-', '3456789', 'OBJ-GET-4'],
  ['bytes=-3', '789', 'OBJ-GET-4'],
  ['bytes=0-9', digits, 'OBJ-GET-4'],
  ['bytes=-1', '9', 'OBJ-GET-4'],
  ['bytes=-10', digits, 'OBJ-GET-4'],
  ['bytes=9-', '9', 'OBJ-GET-4'],
  ['bytes=0-0', '0', 'OBJ-GET-4'],
  ['bytes=8-30', '89', 'OBJ-RANGE-2'],
  ['bytes=-30', digits, 'OBJ-RANGE-2'],
  ['Bytes=0-1', '01', 'OBJ-RANGE-3'],
  ['bytes= 0-1', '01', 'OBJ-RANGE-3'],
  ['bytes=0 - 4', '01234', 'OBJ-RANGE-3'],
  ['bytes=0-1,3-4', digits, 'OBJ-RANGE-1'],
  ['bytes=a-b', digits, 'OBJ-RANGE-1'],
  ['bytes=-', digits, 'OBJ-RANGE-1'],
  ['bytes=5-2', digits, 'OBJ-RANGE-1'],
  ['items=0-1', digits, 'OBJ-RANGE-1'],
  ['0-1', digits, 'OBJ-RANGE-1'],
  ['bytes=0-1;', digits, 'OBJ-RANGE-1'],
  ['bytes=0-3,', digits, 'OBJ-RANGE-1'],
  ['bytes=1.5-3', digits, 'OBJ-RANGE-1'],
  ['bytes=10-', digits, 'OBJ-RANGE-4'],
  ['bytes=20-30', digits, 'OBJ-RANGE-4'],
  ['bytes=-0', digits, 'OBJ-RANGE-4'],
];

/** Reading parts of objects. */
export const rangesSuite = defineSuite('object-storage/ranges', [
  ...rows.map(([header, bytes, proves]) => ({
    title: `answers Range: ${header} with ${bytes === digits ? 'all bytes' : bytes}`,
    requirements: [proves, 'OBJ-GET-11', 'OBJ-GET-12'] as const,
    run: (t: TestContext) => judgeRange(t, header, bytes, proves),
  })),
  {
    title: 'answers a failed precondition with 412 and no bytes, whatever the range',
    requirements: ['OBJ-RANGE-5'],
    run: async (t) => {
      const place = await filledPlace(t, digits);
      const reply = await place.send({ headers: { range: 'bytes=0-1', 'if-match': '"nope"' } });
      equal([reply.status, getText(reply)], [412, ''], 'status and body');
    },
  },
  {
    title: 'answers a range with its bytes if the precondition holds',
    requirements: ['OBJ-GET-4', 'OBJ-GET-9'],
    run: async (t) => {
      const place = await filledPlace(t, digits);
      const headers = { range: 'bytes=2-4', 'if-match': place.etag };
      needsStrong(t, place.etag, headers);
      const reply = await place.read(headers);
      equal(getText(reply), '234', 'the body');
    },
  },
  test('OBJ-COND-18', 'answers a range of another version with the whole object', async (t) => {
    const place = await filledPlace(t, digits);
    needsStrong(t, place.etag, { 'if-range': place.etag });
    const read = async (ifRange: string) =>
      getText(await place.read({ range: 'bytes=2-4', 'if-range': ifRange }));
    equal(await read(place.etag), '234', 'the body with its etag');
    equal(await read('"nope"'), digits, 'the body with another etag');
    equal(await read(`W/${place.etag}`), digits, 'the body with its weakened etag');
  }),
  {
    title: 'sends no Accept-Ranges and no Last-Modified',
    requirements: ['OBJ-GET-13'],
    run: async (t) => {
      const place = await filledPlace(t, digits);
      for (const sent of [{}, { range: 'bytes=0-1' }]) {
        const { headers } = await place.read(sent);
        equal([headers.get('accept-ranges'), headers.get('last-modified')], [null, null], 'both headers');
      }
    },
  },
  test('OBJ-BODY-3', 'answers any range of an empty object with an empty body', async (t) => {
    const place = await filledPlace(t, '');
    for (const range of ['bytes=0-0', 'bytes=0-', 'bytes=-1']) {
      const reply = await place.read({ range });
      equal([reply.status, getText(reply)], [200, ''], `status and body of ${range}`);
    }
  }),
]);

async function judgeRange(t: TestContext, range: string, bytes: string, proves: KnownRequirementId) {
  const place = await filledPlace(t, digits, { 'content-type': 'text/x' });
  const reply = await place.send({ headers: { range } });
  await t.check(proves, () => equal(getText(reply), bytes, 'the body'));
  await t.check('OBJ-GET-11', () =>
    equal([reply.status, reply.headers.get('content-range')], [200, null], 'status and content-range'),
  );
  await t.check('OBJ-GET-12', () =>
    equal(reply.headers.get('content-length'), String(bytes.length), 'content-length'),
  );
}
