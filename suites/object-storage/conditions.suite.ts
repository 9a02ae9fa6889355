import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { emptyPlace, filledPlace, getText, missingPlace, needsStrong, served } from './place.ts';

const past = 'Sat, 01 Jan 2000 00:00:00 GMT';
const future = 'Fri, 01 Jan 2100 00:00:00 GMT';

/** Makes the headers of a precondition from an etag in its header form. */
type ToHeaders = (etag: string) => Readonly<Record<string, string>>;

interface Row {
  readonly what: string;
  readonly toHeaders: ToHeaders;
  readonly holds: boolean;
  readonly proves: KnownRequirementId;
  /** Set for a precondition that the seed clearly covers: one strong etag that matches or doesn't. */
  readonly plain?: true;
}

/**
 * Marks a row the seed covers: it promises only whether a request with one etag fails. The other rows follow the
 * platform's parsing of headers.
 */
const plain = (one: Row): Row => ({ ...one, plain: true });

/** Preconditions, and whether they hold for an existing object: workerd. */
const rows: readonly Row[] = [
  plain(row('If-Match of the etag', (e) => ({ 'if-match': e }), true, 'OBJ-COND-1')),
  row('If-Match of *', () => ({ 'if-match': '*' }), true, 'OBJ-COND-1'),
  row('If-Match of a list with the etag', (e) => ({ 'if-match': `"nope", ${e}` }), true, 'OBJ-COND-1'),
  row('If-Match of a list with *', () => ({ 'if-match': '"nope",*' }), true, 'OBJ-COND-1'),
  row('If-Match of an empty member and the etag', (e) => ({ 'if-match': `, ${e}` }), true, 'OBJ-COND-1'),
  plain(row('If-Match of another etag', () => ({ 'if-match': '"nope"' }), false, 'OBJ-COND-1')),
  row('If-Match of the weakened etag', (e) => ({ 'if-match': `W/${e}` }), false, 'OBJ-COND-2'),
  row('If-Match that ends in garbage', () => ({ 'if-match': '"nope", garbage' }), false, 'OBJ-COND-12'),
  row(
    'If-Match with the etag after garbage',
    (e) => ({ 'if-match': `"nope", x, ${e}` }),
    false,
    'OBJ-COND-12',
  ),
  plain(row('If-None-Match of the etag', (e) => ({ 'if-none-match': e }), false, 'OBJ-COND-3')),
  row('If-None-Match of the weakened etag', (e) => ({ 'if-none-match': `W/${e}` }), false, 'OBJ-COND-3'),
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
  row(
    'If-Modified-Since with an invalid date',
    () => ({ 'if-modified-since': 'today' }),
    true,
    'OBJ-COND-14',
  ),
  row(
    'If-Unmodified-Since with an invalid date',
    () => ({ 'if-unmodified-since': 'today' }),
    false,
    'OBJ-COND-14',
  ),
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
    'If-Match of the etag, both weakened and strong',
    (e) => ({ 'if-match': `W/${e}, ${e}` }),
    true,
    'OBJ-COND-1',
  ),
  row('If-None-Match of a list with *', () => ({ 'if-none-match': '"nope", *' }), false, 'OBJ-COND-3'),
  row(
    'If-None-Match of a list with the weakened etag',
    (e) => ({ 'if-none-match': `"x", W/${e}` }),
    false,
    'OBJ-COND-3',
  ),
  row(
    'If-None-Match with the etag after garbage',
    (e) => ({ 'if-none-match': `"nope", x, ${e}` }),
    true,
    'OBJ-COND-12',
  ),
  row('If-Modified-Since 0, which means 2000', () => ({ 'if-modified-since': '0' }), true, 'OBJ-COND-4'),
  row('If-Unmodified-Since 0, which means 2000', () => ({ 'if-unmodified-since': '0' }), false, 'OBJ-COND-5'),
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
    'If-Match of the weakened etag, and If-Unmodified-Since the future',
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
    'If-Match of the etag, If-None-Match of another, and both dates in the past',
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

/** Preconditions, and whether a PUT with them creates an object. */
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

/** Preconditions of GET and PUT. */
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
    title: `${one.holds ? 'replaces' : 'keeps'} an object on a PUT with ${one.what}`,
    requirements: [
      one.proves,
      ...(one.plain && !one.holds ? (['OBJ-PUT-4'] as const) : []),
      ...(one.holds ? [] : (['OBJ-PUT-5'] as const)),
    ],
    run: (t: TestContext) => judgePut(t, one),
  })),
  ...missing.map(({ what, toHeaders, holds, proves, plain }) => ({
    title: `${holds ? 'stores' : 'does not store'} a new object on a PUT with ${what}`,
    requirements: [proves, ...(plain ? (['OBJ-PUT-4'] as const) : [])],
    run: async (t: TestContext) => {
      const place = await missingPlace(t);
      await place.send({ method: 'PUT', body: 'new', headers: toHeaders('') });
      equal((await place.send()).status, holds ? 200 : 404, 'the status of a GET afterwards');
    },
  })),
  test('OBJ-COND-15', 'answers a GET of a missing key with 404, whatever the precondition', async (t) => {
    const place = await missingPlace(t);
    for (const { what, toHeaders } of rows)
      equal((await place.send({ headers: toHeaders('"x"') })).status, 404, `the status with ${what}`);
  }),
  test('OBJ-COND-16', 'treats the second of the upload as neither earlier nor later', async (t) => {
    const place = await emptyPlace(t);
    const put = await place.put('abc');
    const stored = Date.parse(put.headers.get('date') ?? new Date().toUTCString());
    const holds = async (name: string, time: string) =>
      (await place.send({ headers: { [name]: time } })).status === 200;
    // The answer's date may be a second after the object was stored.
    const seconds = [-3, -2, -1, 0, 1, 2].map((away) => new Date(stored + away * 1000).toUTCString());
    const seen: string[] = [];
    for (const time of seconds) {
      const after = await holds('if-modified-since', time);
      const before = await holds('if-unmodified-since', time);
      seen.push(after && before ? 'both' : after ? 'earlier' : before ? 'later' : 'equal');
    }
    const equals = seen.indexOf('equal');
    const expected = seconds.map((_, at) => (at < equals ? 'earlier' : at > equals ? 'later' : 'equal'));
    equal(equals > 0 && equals < seconds.length - 1, true, `whether exactly one second is neither (${seen})`);
    equal(seen, expected, 'the result for the seconds around it');
  }),
]);

function row(what: string, toHeaders: ToHeaders, holds: boolean, proves: KnownRequirementId): Row {
  return { what, toHeaders, holds, proves };
}

async function judgeGet(t: TestContext, row: Row): Promise<void> {
  const { etag, send } = await filledPlace(t, 'abc', {
    'content-type': 'text/x',
    'cache-control': 'no-cache',
  });
  if (row.holds) needsStrong(t, etag, row.toHeaders(etag));
  const reply = await send({ headers: row.toHeaders(etag) });
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
  const { toHeaders, holds, proves, plain } = row;
  const place = await filledPlace(t, 'old', { 'content-type': 'text/old' });
  if (holds) needsStrong(t, place.etag, toHeaders(place.etag));
  const reply = await place.send({
    method: 'PUT',
    body: 'new',
    headers: { 'content-type': 'text/new', ...toHeaders(place.etag) },
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
