import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { emptyPlace, filledPlace, getText, served } from './place.ts';

const past = 'Sat, 01 Jan 2000 00:00:00 GMT';
const future = 'Fri, 01 Jan 2100 00:00:00 GMT';

/** Headers of a condition, made of the etag as it stands in headers. */
type Wish = (etag: string) => Readonly<Record<string, string>>;

interface Row {
  readonly what: string;
  readonly wish: Wish;
  readonly holds: boolean;
  readonly proves: KnownRequirementId;
  /** Set where it is a precondition that the seed has in mind beyond doubt: one strong etag, the right or another. */
  readonly plain?: true;
}

/** Whether such a request fails by one etag is all that the seed promises; the rest is how the platform reads headers. */
const plain = (one: Row): Row => ({ ...one, plain: true });

/** What holds of an object that is there: workerd. */
const rows: readonly Row[] = [
  plain(row('If-Match of the etag', (e) => ({ 'if-match': e }), true, 'OBJ-COND-1')),
  row('If-Match of *', () => ({ 'if-match': '*' }), true, 'OBJ-COND-1'),
  row('If-Match of a list with the etag', (e) => ({ 'if-match': `"nope", ${e}` }), true, 'OBJ-COND-1'),
  row('If-Match of a list with *', () => ({ 'if-match': '"nope",*' }), true, 'OBJ-COND-1'),
  row('If-Match of an empty member and the etag', (e) => ({ 'if-match': `, ${e}` }), true, 'OBJ-COND-1'),
  plain(row('If-Match of another etag', () => ({ 'if-match': '"nope"' }), false, 'OBJ-COND-1')),
  row('If-Match of the etag, weakly', (e) => ({ 'if-match': `W/${e}` }), false, 'OBJ-COND-2'),
  row('If-Match that ends in garbage', () => ({ 'if-match': '"nope", garbage' }), false, 'OBJ-COND-12'),
  row(
    'If-Match with the etag behind garbage',
    (e) => ({ 'if-match': `"nope", x, ${e}` }),
    false,
    'OBJ-COND-12',
  ),
  plain(row('If-None-Match of the etag', (e) => ({ 'if-none-match': e }), false, 'OBJ-COND-3')),
  row('If-None-Match of the etag, weakly', (e) => ({ 'if-none-match': `W/${e}` }), false, 'OBJ-COND-3'),
  row('If-None-Match of *', () => ({ 'if-none-match': '*' }), false, 'OBJ-COND-3'),
  row(
    'If-None-Match of a list with the etag',
    (e) => ({ 'if-none-match': `"x", ${e}` }),
    false,
    'OBJ-COND-3',
  ),
  plain(row('If-None-Match of another etag', () => ({ 'if-none-match': '"nope"' }), true, 'OBJ-COND-3')),
  row('If-Modified-Since the past', () => ({ 'if-modified-since': past }), true, 'OBJ-COND-4'),
  row('If-Modified-Since the future', () => ({ 'if-modified-since': future }), false, 'OBJ-COND-4'),
  row('If-Unmodified-Since the past', () => ({ 'if-unmodified-since': past }), false, 'OBJ-COND-5'),
  row('If-Unmodified-Since the future', () => ({ 'if-unmodified-since': future }), true, 'OBJ-COND-5'),
  row('If-Modified-Since 2000-01-01', () => ({ 'if-modified-since': '2000-01-01' }), true, 'OBJ-COND-4'),
  row('If-Modified-Since that is none', () => ({ 'if-modified-since': 'today' }), true, 'OBJ-COND-14'),
  row('If-Unmodified-Since that is none', () => ({ 'if-unmodified-since': 'today' }), false, 'OBJ-COND-14'),
  row(
    'If-None-Match of another etag, and If-Modified-Since the future',
    () => ({ 'if-none-match': '"x"', 'if-modified-since': future }),
    true,
    'OBJ-COND-6',
  ),
  row(
    'If-None-Match of the etag, and If-Modified-Since the past',
    (e) => ({ 'if-none-match': e, 'if-modified-since': past }),
    false,
    'OBJ-COND-8',
  ),
  row(
    'If-Match of the etag, and If-Unmodified-Since the past',
    (e) => ({ 'if-match': e, 'if-unmodified-since': past }),
    true,
    'OBJ-COND-7',
  ),
  row(
    'If-Match of the etag, and If-Modified-Since the future',
    (e) => ({ 'if-match': e, 'if-modified-since': future }),
    false,
    'OBJ-COND-8',
  ),
  row(
    'If-Match and If-None-Match of the etag',
    (e) => ({ 'if-match': e, 'if-none-match': e }),
    false,
    'OBJ-COND-8',
  ),
  row('If-Match of a list with tabs', (e) => ({ 'if-match': `"nope"\t,\t${e}` }), true, 'OBJ-COND-1'),
  row(
    'If-Match of the etag, weakly and strongly',
    (e) => ({ 'if-match': `W/${e}, ${e}` }),
    true,
    'OBJ-COND-1',
  ),
  row('If-None-Match of a list with *', () => ({ 'if-none-match': '"nope", *' }), false, 'OBJ-COND-3'),
  row(
    'If-None-Match of a list with the etag, weakly',
    (e) => ({ 'if-none-match': `"x", W/${e}` }),
    false,
    'OBJ-COND-3',
  ),
  row(
    'If-None-Match with the etag behind garbage',
    (e) => ({ 'if-none-match': `"nope", x, ${e}` }),
    true,
    'OBJ-COND-12',
  ),
  row('If-Modified-Since 0, which is 2000', () => ({ 'if-modified-since': '0' }), true, 'OBJ-COND-4'),
  row('If-Unmodified-Since 0, which is 2000', () => ({ 'if-unmodified-since': '0' }), false, 'OBJ-COND-5'),
  row(
    'If-Unmodified-Since 2100-01-01',
    () => ({ 'if-unmodified-since': '2100-01-01T00:00:00Z' }),
    true,
    'OBJ-COND-5',
  ),
  row(
    'If-None-Match of another etag, and If-Unmodified-Since the past',
    () => ({ 'if-none-match': '"x"', 'if-unmodified-since': past }),
    false,
    'OBJ-COND-8',
  ),
  row(
    'If-Match of another etag, and If-Unmodified-Since the future',
    () => ({ 'if-match': '"nope"', 'if-unmodified-since': future }),
    false,
    'OBJ-COND-8',
  ),
  row(
    'If-Match of the etag, weakly, and If-Unmodified-Since the future',
    (e) => ({ 'if-match': `W/${e}`, 'if-unmodified-since': future }),
    false,
    'OBJ-COND-2',
  ),
  row(
    'If-Modified-Since the past, and If-Unmodified-Since the future',
    () => ({ 'if-modified-since': past, 'if-unmodified-since': future }),
    true,
    'OBJ-COND-8',
  ),
  row(
    'If-Match of the etag, If-None-Match of another, and both times past',
    (e) => ({
      'if-match': e,
      'if-none-match': '"x"',
      'if-modified-since': past,
      'if-unmodified-since': past,
    }),
    true,
    'OBJ-COND-7',
  ),
  row('empty If-Match', () => ({ 'if-match': '' }), true, 'OBJ-COND-17'),
  row('empty If-None-Match', () => ({ 'if-none-match': '' }), true, 'OBJ-COND-17'),
  row('empty If-Modified-Since', () => ({ 'if-modified-since': '' }), true, 'OBJ-COND-17'),
];

/** What lets a PUT store where there is nothing. */
const missing: readonly Row[] = [
  row('If-None-Match of *', () => ({ 'if-none-match': '*' }), true, 'OBJ-COND-10'),
  row('If-None-Match of an etag', () => ({ 'if-none-match': '"nope"' }), true, 'OBJ-COND-10'),
  row('If-Unmodified-Since the past', () => ({ 'if-unmodified-since': past }), true, 'OBJ-COND-10'),
  row('If-Match of *', () => ({ 'if-match': '*' }), false, 'OBJ-COND-11'),
  plain(row('If-Match of an etag', () => ({ 'if-match': '"nope"' }), false, 'OBJ-COND-11')),
  row('If-Modified-Since the past', () => ({ 'if-modified-since': past }), false, 'OBJ-COND-11'),
  row(
    'If-None-Match of * and If-Unmodified-Since the future',
    () => ({ 'if-none-match': '*', 'if-unmodified-since': future }),
    true,
    'OBJ-COND-10',
  ),
  row(
    'If-None-Match of * and If-Modified-Since the past',
    () => ({ 'if-none-match': '*', 'if-modified-since': past }),
    false,
    'OBJ-COND-11',
  ),
  row(
    'If-Match of * and If-None-Match of *',
    () => ({ 'if-match': '*', 'if-none-match': '*' }),
    false,
    'OBJ-COND-11',
  ),
];

const broken = ['nope', 'w/"nope"', 'W/nope', '"nope', '"a" "b"', '"a" *', '"a" W/"b"'] as const;

/** Preconditions of reading and of storing. */
export const conditionsSuite = defineSuite('object-storage/conditions', [
  ...rows.map((one) => ({
    title: `answers a GET with ${one.what} with ${one.holds ? 'the object' : '412'}`,
    requirements: [
      one.proves,
      ...(one.plain ? (one.holds ? (['OBJ-GET-9'] as const) : (['OBJ-GET-7', 'OBJ-GET-8'] as const)) : []),
      ...(one.holds ? [] : (['OBJ-GET-10'] as const)),
    ],
    run: (t: TestContext) => judgeGet(t, one),
  })),
  ...rows.map((one) => ({
    title: `${one.holds ? 'replaces' : 'keeps'} an object at a PUT with ${one.what}`,
    requirements: [
      one.proves,
      ...(one.plain && !one.holds ? (['OBJ-PUT-4'] as const) : []),
      ...(one.holds ? [] : (['OBJ-PUT-5'] as const)),
    ],
    run: (t: TestContext) => judgePut(t, one),
  })),
  ...missing.map(({ what, wish, holds, proves, plain }) => ({
    title: `${holds ? 'stores' : 'does not store'} at a PUT with ${what} where nothing is`,
    requirements: [proves, ...(plain ? (['OBJ-PUT-4'] as const) : [])],
    run: async (t: TestContext) => {
      const place = await emptyPlace(t);
      await place.send({ method: 'PUT', body: 'new', headers: wish('') });
      equal((await place.send()).status, holds ? 200 : 404, 'the status of a GET afterwards');
    },
  })),
  test('OBJ-COND-15', 'answers a GET of a missing key with 404, whatever its precondition', async (t) => {
    const place = await emptyPlace(t);
    for (const { what, wish } of rows)
      equal((await place.send({ headers: wish('"x"') })).status, 404, `the status with ${what}`);
  }),
  test('OBJ-COND-16', 'takes the second of storing for neither earlier nor later', async (t) => {
    const place = await emptyPlace(t);
    const put = await place.put('abc');
    const stored = Date.parse(put.headers.get('date') ?? new Date().toUTCString());
    const holds = async (name: string, time: string) =>
      (await place.send({ headers: { [name]: time } })).status === 200;
    // The answer may be dated a second after the object was stored.
    const seconds = [-3, -2, -1, 0, 1, 2].map((away) => new Date(stored + away * 1000).toUTCString());
    const seen: string[] = [];
    for (const time of seconds) {
      const after = await holds('if-modified-since', time);
      const before = await holds('if-unmodified-since', time);
      seen.push(after && before ? 'both' : after ? 'earlier' : before ? 'later' : 'equal');
    }
    const equals = seen.indexOf('equal');
    const expected = seconds.map((_, at) => (at < equals ? 'earlier' : at > equals ? 'later' : 'equal'));
    equal(equals > 0 && equals < seconds.length - 1, true, `whether one second is neither (${seen})`);
    equal(seen, expected, 'what holds of the seconds around');
  }),
  ...(['if-match', 'if-none-match'] as const).flatMap((header) =>
    broken.map((value) =>
      test(['OBJ-COND-19'] as const, `answers ${header}: ${value} with 400`, async (t: TestContext) => {
        const place = await filledPlace(t, 'old');
        equal((await place.send({ headers: { [header]: value } })).status, 400, 'the status of a GET');
        const put = await place.send({ method: 'PUT', body: 'new', headers: { [header]: value } });
        equal(put.status, 400, 'the status of a PUT');
        equal(getText(await place.read()), 'old', 'the object afterwards');
      }),
    ),
  ),
]);

function row(what: string, wish: Wish, holds: boolean, proves: KnownRequirementId): Row {
  return { what, wish, holds, proves };
}

/** A weak etag, which is as good as another, never satisfies `If-Match`. */
function needsStrong(t: TestContext, { wish, holds }: Row, etag: string): void {
  if (holds && 'if-match' in wish(etag) && etag.startsWith('W/')) t.skip('the etags of the target are weak');
}

async function judgeGet(t: TestContext, row: Row): Promise<void> {
  const { etag, send } = await filledPlace(t, 'abc', {
    'content-type': 'text/x',
    'cache-control': 'no-cache',
  });
  needsStrong(t, row, etag);
  const reply = await send({ headers: row.wish(etag) });
  if (row.holds) {
    equal(getText(served(reply, 'the GET')), 'abc', 'the body');
    return;
  }
  for (const id of [row.proves, ...(row.plain ? (['OBJ-GET-7'] as const) : [])])
    await t.check(id, () => equal(reply.status, 412, 'the status'));
  if (row.plain) await t.check('OBJ-GET-8', () => equal(getText(reply), '', 'the body'));
  await t.check('OBJ-GET-10', () =>
    equal(
      ['etag', 'content-type', 'cache-control'].map((name) => reply.headers.get(name)),
      [etag, 'text/x', 'no-cache'],
      'etag and stored metadata',
    ),
  );
}

async function judgePut(t: TestContext, row: Row): Promise<void> {
  const { wish, holds, proves, plain } = row;
  const place = await filledPlace(t, 'old', { 'content-type': 'text/old' });
  needsStrong(t, row, place.etag);
  const reply = await place.send({
    method: 'PUT',
    body: 'new',
    headers: { 'content-type': 'text/new', ...wish(place.etag) },
  });
  const after = await place.read();
  const age = holds ? 'new' : 'old';
  if (plain && !holds) await t.check('OBJ-PUT-4', () => equal(getText(after), age, 'the object afterwards'));
  await t.check(proves, () =>
    equal(
      [getText(after), after.headers.get('content-type')],
      [age, `text/${age}`],
      'the object and its type afterwards',
    ),
  );
  await t.check(holds ? proves : 'OBJ-PUT-5', () =>
    equal([reply.status, getText(reply)], [200, `Put ${place.key} successfully!`], 'the answer of the PUT'),
  );
}
