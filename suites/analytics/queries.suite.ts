import type { KnownRequirementId } from '../../spec/requirements.ts';
import { eventFieldNames } from '../../spec/services/analytics/endpoints.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { ask, getData, getError, getZones } from './asking.ts';

type Id = KnownRequirementId;

const zoneTags = 'query ($filter: ZoneFilter_InputObject) { viewer { zones(filter: $filter) { zoneTag } } }';

const getTags = (reply: Parameters<typeof getZones>[0]) => getZones(reply).map(({ zoneTag }) => zoneTag);

/** A query of the target's zone with this selection. */
const ofZone = (selection: string, head = 'query ($zone: string)') =>
  `${head} { viewer { zones(filter: { zoneTag: $zone }) { ${selection} } } }`;

/** Events of the last minute, written as a filter. */
const lately = async (t: TestContext) =>
  `datetime_geq: "${new Date((await t.now()) - 60_000).toISOString()}"`;

/** The refusal of a query with one fault. */
interface Fault {
  readonly id: Id;
  readonly title: string;
  readonly good: string;
  readonly bad: string;
  readonly message: RegExp;
  readonly status: number;
}

const faults: readonly Fault[] = [
  {
    id: 'AN-ERR-3',
    title: 'refuses a query that does not parse',
    good: ofZone('zoneTag'),
    bad: ofZone('zoneTag').slice(0, -1),
    message: /\S/,
    status: 400,
  },
  {
    id: 'AN-ERR-4',
    title: 'refuses an unknown field',
    good: ofZone('zoneTag'),
    bad: ofZone('zoneTag nonsense'),
    message: /^unknown field/,
    status: 400,
  },
  {
    id: 'AN-ERR-6',
    title: 'refuses a selection on a scalar',
    good: ofZone('zoneTag'),
    bad: ofZone('zoneTag { length }'),
    message: /^scalar fields must have no selections/,
    status: 400,
  },
  {
    id: 'AN-ERR-7',
    title: 'refuses an object without a selection',
    good: ofZone('settings { firewallEventsAdaptive { enabled } }'),
    bad: ofZone('settings { firewallEventsAdaptive }'),
    message: /^object field must have selections/,
    status: 400,
  },
];

/** Faults in the arguments of the dataset; the other arguments are valid. */
const argumentFaults: readonly (readonly [id: Id, what: string, args: (lately: string) => string])[] = [
  ['AN-GQL-7', 'no filter', () => 'limit: 1'],
  ['AN-GQL-7', 'no limit', (recent) => `filter: { ${recent} }`],
  ['AN-ERR-5', 'an unknown argument', (recent) => `filter: { ${recent} }, limit: 1, nonsense: 1`],
  ['AN-ERR-5', 'an unknown field in the filter', (recent) => `filter: { ${recent}, nonsense: 1 }, limit: 1`],
  ['AN-ERR-5', 'text in place of a time', () => 'filter: { datetime_geq: "yesterday" }, limit: 1'],
  ['AN-ERR-5', 'an unknown order', (recent) => `filter: { ${recent} }, limit: 1, orderBy: [nonsense_ASC]`],
];

/** The limits that the target reports for its dataset. */
async function getLimits(t: TestContext): Promise<Record<string, unknown>> {
  const node =
    'settings { firewallEventsAdaptive { enabled maxPageSize maxNumberOfFields notOlderThan maxDuration } }';
  const [zone] = getZones(await ask(t, ofZone(node), { zone: t.zoneId }));
  const settings = object(zone?.['settings'], 'settings');
  return object(settings['firewallEventsAdaptive'], 'settings.firewallEventsAdaptive');
}

/** A query within a limit, and the same query one step beyond it. */
const overLimit = (
  id: Id,
  title: string,
  message: RegExp,
  args: (limits: Record<string, unknown>, now: number) => readonly [good: string, bad: string],
) =>
  test(id, title, async (t) => {
    const [good, bad] = args(await getLimits(t), await t.now());
    const query = (text: string) => ofZone(`firewallEventsAdaptive(${text}) { action }`);
    getData(await ask(t, query(good), { zone: t.zoneId }));
    const refused = getError(await ask(t, query(bad), { zone: t.zoneId }));
    equal(refused.status, 400, 'the status');
    match(refused.message, message, 'the message');
  });

const time = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

/** Queries of analytics, and their refusals. */
export const analyticsQueriesSuite = defineSuite('analytics/queries', [
  test(['AN-GQL-1', 'AN-GQL-2', 'AN-GQL-3'], 'answers a query with data and without errors', async (t) => {
    const reply = await ask(t, zoneTags, { filter: { zoneTag: t.zoneId } });
    equal(getTags(reply), [t.zoneId], 'the zones');
    equal(object(reply.body, 'the answer')['errors'], null, 'errors');
    const other = await t.zone();
    const both = await ask(t, zoneTags, { filter: { zoneTag_in: [t.zoneId, other.id] } });
    equal(getTags(both).toSorted(), [t.zoneId, other.id].toSorted(), 'the zones of a list');
  }),
  test('AN-GQL-6', 'answers at a path with a trailing slash too', async (t) => {
    const variables = { filter: { zoneTag: t.zoneId } };
    getData(await ask(t, zoneTags, variables));
    const body = JSON.stringify({ query: zoneTags, variables });
    const headers = { 'content-type': 'application/json' };
    equal(
      getTags(await t.send({ method: 'POST', path: '/graphql/', headers, body })),
      [t.zoneId],
      'the zones',
    );
  }),
  test('AN-GQL-4', 'accepts an undeclared variable', async (t) =>
    equal(getTags(await ask(t, ofZone('zoneTag', ''), { zone: t.zoneId })), [t.zoneId], 'the zones'),
  ),
  ...(['String!', 'string', 'ZoneTag'] as const).map((type) =>
    test('AN-GQL-5', `accepts a variable that is declared as ${type}`, async (t) => {
      const query = ofZone('zoneTag', `query ($zone: ${type})`);
      equal(getTags(await ask(t, query, { zone: t.zoneId })), [t.zoneId], 'the zones');
    }),
  ),
  test('AN-GQL-10', 'lists the zones of the credential by id when none is named', async (t) => {
    const tags = getTags(await ask(t, '{ viewer { zones { zoneTag } } }')).map(String);
    ok(tags.length > 0, 'no zone is listed');
    equal(tags, tags.toSorted(), 'the order of the zones');
  }),
  {
    title: 'describes its schema, with the fields of published queries',
    requirements: ['AN-INT-1', 'AN-INT-2', 'AN-INT-3'],
    run: async (t) => {
      const reply = await ask(
        t,
        `{ __schema { queryType { name } mutationType { name } subscriptionType { name } }
             __type(name: "ZoneFirewallEventsAdaptive") { fields { name type { kind ofType { name } } } } }`,
      );
      const { __schema: schema, __type: type } = getData(reply);
      const { queryType, mutationType, subscriptionType } = object(schema, '__schema');
      await t.check('AN-INT-1', () => ok(queryType !== null, 'the schema has no query type'));
      await t.check('AN-INT-2', () =>
        equal([mutationType, subscriptionType], [null, null], 'the other types'),
      );
      await t.check('AN-INT-3', () => {
        const names = array(object(type, '__type')['fields'], 'fields').map(
          (one) => object(one, 'a field')['name'],
        );
        const missing = eventFieldNames.filter((name) => !names.includes(name));
        equal(missing, [], 'the missing fields');
      });
    },
  },
  test('AN-SET-1', 'reports the limits of the dataset', async (t) => {
    const { enabled, ...limits } = await getLimits(t);
    equal(enabled, true, 'enabled');
    for (const [name, value] of Object.entries(limits)) {
      ok(Number.isInteger(value) && Number(value) > 0, `${name} is ${value}`);
    }
  }),
  overLimit('AN-SET-2', 'refuses more records than a page has', /^limit must be positive/, (limits, now) => {
    const filter = `filter: { datetime_geq: "${time(now - 60_000)}" }`;
    const most = Number(limits['maxPageSize']);
    return [`${filter}, limit: ${most}`, `${filter}, limit: ${most + 1}`];
  }),
  overLimit(
    'AN-SET-3',
    'refuses a time that is too far back',
    /^cannot request data older/,
    (limits, now) => {
      const oldest = now - Number(limits['notOlderThan']) * 1000;
      const minute = (from: number) =>
        `filter: { datetime_geq: "${time(from)}", datetime_leq: "${time(from + 60_000)}" }, limit: 1`;
      return [minute(oldest + 3_600_000), minute(oldest - 3_600_000)];
    },
  ),
  overLimit(
    'AN-SET-4',
    'refuses a time range that is too long',
    /^query time range is too large/,
    (limits, now) => {
      const from = now - Number(limits['maxDuration']) * 1000;
      const since = (start: number) =>
        `filter: { datetime_geq: "${time(start)}", datetime_leq: "${time(now)}" }, limit: 1`;
      return [since(from + 60_000), since(from - 60_000)];
    },
  ),
  test('AN-SET-5', 'refuses more than ten zones', async (t) => {
    const zones = Array.from({ length: 11 }, (_, index) => index.toString(16).padStart(32, '0'));
    getData(await ask(t, zoneTags, { filter: { zoneTag_in: [t.zoneId] } }));
    const refused = getError(await ask(t, zoneTags, { filter: { zoneTag_in: zones } }));
    ok(refused.status >= 400, `the status is ${refused.status}`);
    match(refused.message, /\b10\b|too many/, 'the message');
  }),
  ...faults.map(({ id, title, good, bad, message, status }) =>
    test(id, title, async (t) => {
      const variables = { zone: t.zoneId };
      getData(await ask(t, good, variables));
      const refused = getError(await ask(t, bad, variables));
      equal(refused.status, status, 'the status');
      match(refused.message, message, 'the message');
    }),
  ),
  ...argumentFaults.map(([id, what, args]) =>
    test(id, `refuses ${what}`, async (t) => {
      const recent = await lately(t);
      const query = (text: string) => ofZone(`firewallEventsAdaptive(${text}) { action }`);
      getData(await ask(t, query(`filter: { ${recent} }, limit: 1`), { zone: t.zoneId }));
      const refused = getError(await ask(t, query(args(recent)), { zone: t.zoneId }));
      equal(refused.status, 400, 'the status');
      match(refused.message, /^error parsing args/, 'the message');
    }),
  ),
  test(['AN-ERR-1', 'AN-ERR-2', 'AN-ERR-10'], 'reports where and when an error occurred', async (t) => {
    const query = ofZone(`firewallEventsAdaptive(filter: { ${await lately(t)} }, limit: 0) { action }`);
    const { path, error } = getError(await ask(t, query, { zone: t.zoneId }));
    await t.check('AN-ERR-10', () =>
      equal(path, ['viewer', 'zones', '0', 'firewallEventsAdaptive'], 'the path'),
    );
    await t.check('AN-ERR-2', () => {
      const { timestamp } = object(object(error, 'the error')['extensions'], 'extensions');
      ok(!Number.isNaN(Date.parse(String(timestamp))), `timestamp is ${timestamp}`);
    });
  }),
  test('AN-ERR-8', "refuses a zone outside of the credential's access", async (t) => {
    getData(await ask(t, ofZone('zoneTag'), { zone: t.zoneId }));
    const refused = getError(await ask(t, ofZone('zoneTag'), { zone: 'f'.repeat(32) }));
    equal(refused.status, 403, 'the status');
    match(refused.message, /not authorized/, 'the message');
  }),
  {
    title: 'refuses a credential without the permission',
    requirements: ['AN-ERR-9'],
    features: ['gateway-token'],
    run: async (t) => {
      getData(await ask(t, ofZone('zoneTag'), { zone: t.zoneId }));
      const reply = await ask(t.as('gateway'), ofZone('zoneTag'), { zone: t.zoneId });
      equal(getError(reply).status, 403, 'the status');
    },
  },
]);
