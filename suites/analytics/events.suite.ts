import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { addToEntrypoint, custom } from '../rulesets/rulesets.ts';
import { openSite } from '../rulesets/waf.ts';
import { eventRows, type Incidents, incidents, type Row } from './asking.ts';

type Id = KnownRequirementId;

/** Three requests with different paths and queries, and the indexes that each filter selects. */
const requests = ['/a?one', '/b', '/b/c'] as const;

interface FilterCase {
  readonly id: Id;
  readonly what: string;
  readonly filter: (seen: { readonly paths: readonly string[]; readonly times: readonly string[] }) => Row;
  readonly expected: readonly number[];
}

const filters: readonly FilterCase[] = [
  {
    id: 'AN-FLT-1',
    what: 'the value of a field',
    filter: ({ paths }) => ({ clientRequestPath: paths[1] }),
    expected: [1],
  },
  { id: 'AN-FLT-2', what: '_gt', filter: ({ times }) => ({ datetime_gt: times[1] }), expected: [2] },
  { id: 'AN-FLT-2', what: '_geq', filter: ({ times }) => ({ datetime_geq: times[1] }), expected: [1, 2] },
  { id: 'AN-FLT-2', what: '_lt', filter: ({ times }) => ({ datetime_lt: times[1] }), expected: [0] },
  { id: 'AN-FLT-2', what: '_leq', filter: ({ times }) => ({ datetime_leq: times[1] }), expected: [0, 1] },
  {
    id: 'AN-FLT-3',
    what: '_neq',
    filter: ({ paths }) => ({ clientRequestPath_neq: paths[1] }),
    expected: [0, 2],
  },
  {
    id: 'AN-FLT-4',
    what: '_in',
    filter: ({ paths }) => ({ clientRequestPath_in: [paths[0], paths[2], '/nowhere'] }),
    expected: [0, 2],
  },
  {
    id: 'AN-FLT-5',
    what: '_like',
    filter: ({ paths }) => ({ clientRequestPath_like: `${paths[1]}%` }),
    expected: [1, 2],
  },
  {
    id: 'AN-FLT-5',
    what: '_like in the middle',
    filter: () => ({ clientRequestPath_like: '%/b%c' }),
    expected: [2],
  },
  {
    id: 'AN-FLT-6',
    what: 'several members together',
    filter: ({ paths }) => ({ clientRequestPath_like: `${paths[1]}%`, clientRequestPath_neq: paths[1] }),
    expected: [2],
  },
  {
    id: 'AN-FLT-7',
    what: 'OR',
    filter: ({ paths }) => ({ OR: [{ clientRequestPath: paths[0] }, { clientRequestPath: paths[2] }] }),
    expected: [0, 2],
  },
  {
    id: 'AN-FLT-8',
    what: 'AND',
    filter: ({ paths }) => ({
      AND: [{ clientRequestPath_neq: paths[0] }, { clientRequestPath_neq: paths[2] }],
    }),
    expected: [1],
  },
  {
    id: 'AN-FLT-9',
    what: '_notin',
    filter: ({ paths }) => ({ clientRequestPath_notin: [paths[0]] }),
    expected: [1, 2],
  },
  {
    id: 'AN-FLT-9',
    what: '_notlike',
    filter: ({ paths }) => ({ clientRequestPath_notlike: `${paths[1]}%` }),
    expected: [0],
  },
];

async function look(seen: Incidents) {
  const rows = await seen.rows({}, 'datetime clientRequestPath', 'limit: 100, orderBy: [datetime_ASC]');
  return {
    paths: rows.map(({ clientRequestPath }) => String(clientRequestPath)),
    times: rows.map(({ datetime }) => String(datetime)),
  };
}

/** Security analytics of requests with events. */
export const analyticsEventsSuite = defineSuite({ name: 'analytics/events', features: ['edge'] }, [
  {
    title: 'lists a token violation with the details of its request',
    requirements: ['AN-EVT-1', 'AN-EVT-2', 'AN-EVT-4'],

    run: async (t) => {
      const seen = await incidents(t, ['/orders?a=1']);
      const [reply] = seen.replies;
      const fields =
        'action source clientIP clientRequestHTTPHost clientRequestHTTPMethodName clientRequestPath clientRequestQuery datetime userAgent';
      const rows = await seen.rows({ source: 'apiShieldTokenValidation' }, fields);
      equal(rows.length, 1, 'the number of events');
      const { clientIP, datetime, ...rest } = rows[0] ?? {};
      await t.check('AN-EVT-4', () => {
        match(String(clientIP), /^[0-9a-f.:]+$/, 'clientIP');
        ok(!Number.isNaN(Date.parse(String(datetime))), `datetime is ${datetime}`);
        equal(
          rest,
          {
            action: 'log',
            source: 'apiShieldTokenValidation',
            clientRequestHTTPHost: t.host(),
            clientRequestHTTPMethodName: 'GET',
            clientRequestPath: t.path('/orders'),
            clientRequestQuery: '?a=1',
            userAgent: reply?.agent,
          },
          'the event',
        );
      });
    },
  },
  test('AN-EVT-5', 'names the configuration of each violation', async (t) => {
    const seen = await incidents(t, ['/orders']);
    const [row] = await seen.rows({}, 'metadata { key value }');
    match(
      JSON.stringify(row?.['metadata']),
      /token_validation_violation:[0-9a-f-]{36}.*malformed_token/,
      'metadata',
    );
  }),
  test('AN-EVT-3', 'lists the actions of a custom rule', async (t) => {
    const site = await openSite(t);
    const ruleset = await addToEntrypoint(t, custom, [
      { action: 'block', expression: site.here, description: t.title('no') },
    ]);
    const rule = ruleset.rules?.find(({ description }) => description?.endsWith('no'));
    const reply = await site.blocks();
    await t.events(reply, 1);
    const since = new Date((await t.now()) - 600_000).toISOString();
    const rows = await eventRows(t, { userAgent: reply.agent, datetime_geq: since }, 'source action ruleId');
    equal(rows, [{ source: 'firewallCustom', action: 'block', ruleId: rule?.id }], 'the events');
  }),
  ...filters.map(
    ({ id, what, filter, expected }): Test<Id> => ({
      title: `filters by ${what}`,
      requirements: [id],
      features: ['edge'],
      run: async (t) => {
        const seen = await incidents(t, requests);
        const order = 'limit: 100, orderBy: [datetime_ASC]';
        equal(await seen.places(filter(await look(seen)), order), expected, 'the requests selected');
      },
    }),
  ),
  test('AN-ORD-1', 'sorts by time in both directions', async (t) => {
    const seen = await incidents(t, requests);
    equal(await seen.places({}, 'limit: 100, orderBy: [datetime_DESC]'), [2, 1, 0], 'the newest first');
    equal(await seen.places({}, 'limit: 100, orderBy: [datetime_ASC]'), [0, 1, 2], 'the oldest first');
  }),
  test('AN-ORD-2', 'sorts by one field and then by another', async (t) => {
    const seen = await incidents(t, ['/same', '/other', '/same']);
    const order = 'limit: 100, orderBy: [clientRequestPath_DESC, datetime_DESC]';
    equal(await seen.places({}, order), [2, 0, 1], 'the order');
  }),
  test('AN-ORD-3', 'limits the number of records', async (t) => {
    const seen = await incidents(t, requests);
    equal(await seen.places({}, 'limit: 2, orderBy: [datetime_DESC]'), [2, 1], 'the newest two');
  }),
]);
