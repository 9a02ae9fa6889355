import type { JournalEntry } from '../../spec/services/touchstone/events.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { type MadeTenant, tenantFor } from './tenant-for.ts';

/** Reads the zone of a tenant as its owner, which the journal notes for its account. */
function look(t: TestContext, { zone_id, api_token }: MadeTenant) {
  const headers = { authorization: `Bearer ${api_token}` };
  return t.as('none').call('zones.zone.get', { params: { zone_id }, headers });
}

/** The journal of a tenant, newest first. */
async function list(
  t: TestContext,
  { account_id }: MadeTenant,
  query: Readonly<Record<string, string>> = {},
) {
  return (await t.call('touchstone.journal.list', { query: { account_id, ...query } })).body;
}

const ids = (entries: readonly JournalEntry[]) => entries.map(({ id }) => id);

/** Pages, single entries, removal and the live stream of the journal. */
export const journalReadingSuite = defineSuite({ name: 'touchstone/journal-reading', features: ['admin'] }, [
  test('TS-LOG-11', 'lists the entries before one of them', async (t) => {
    const tenant = await tenantFor(t);
    for (let n = 0; n < 3; n++) await look(t, tenant);
    const all = ids(await list(t, tenant));
    equal(all.length, 3, 'the number of entries');
    const first = ids(await list(t, tenant, { limit: '1' }));
    equal(first, all.slice(0, 1), 'the first page');
    equal(ids(await list(t, tenant, { before: String(first[0]) })), all.slice(1), 'the next page');
  }),
  test('TS-LOG-12', 'leaves out explanations, headers and bodies on request', async (t) => {
    const tenant = await tenantFor(t);
    const headers = { authorization: `Bearer ${tenant.api_token}` };
    const params = { zone_id: tenant.zone_id, setting_id: 'no_such_setting' };
    await t.as('none').ask('settings.setting.edit', { params, body: { value: 'on' }, headers });
    const [entry] = await list(t, tenant);
    ok((entry?.explanation.length ?? 0) > 0, 'the entry has no explanation');
    ok(Object.keys(entry?.request_headers ?? {}).length > 0, 'the entry has no headers');
    ok(typeof entry?.response_body === 'string', 'the entry has no response body');
    const bare = { explanation: [], request_headers: {}, request_body: null, response_body: null };
    equal(await list(t, tenant, { bodies: 'false' }), [{ ...entry, ...bare }], 'the list without bodies');
  }),
  {
    title: 'has one entry by its id, until it is removed',
    requirements: ['TS-LOG-13', 'TS-LOG-14', 'TS-LOG-15'],
    run: async (t) => {
      const [own, other] = [await tenantFor(t), await tenantFor(t)];
      await look(t, own);
      await look(t, other);
      const [entry] = await list(t, own);
      const params = { entry_id: String(entry?.id) };
      const read = async () => (await t.call('touchstone.journal.get', { params })).body;
      await t.check('TS-LOG-13', async () => equal(await read(), { ...entry, steps: [] }, 'the entry'));
      const { account_id } = own;
      const { removed } = (await t.call('touchstone.journal.clear', { query: { account_id } })).body;
      await t.check('TS-LOG-15', async () => {
        equal(removed, 1, 'the number of removed entries');
        equal([(await list(t, own)).length, (await list(t, other)).length], [0, 1], 'the numbers of entries');
      });
      await t.check('TS-LOG-14', async () => {
        const { status } = await t.ask('touchstone.journal.get', { params });
        equal(status, 404, 'the status of an entry that was removed');
      });
    },
  },
  {
    title: 'streams requests as they are answered',
    requirements: ['TS-LOG-16', 'TS-LOG-17'],
    run: async (t) => {
      const tenant = await tenantFor(t);
      const { account_id } = tenant;
      const stream = await t.stream('touchstone.journal.stream', { query: { account_id } });
      equal(stream.headers.get('content-type'), 'text/event-stream', 'the content type');
      for (let n = 0; n < 2; n++) {
        await look(t, tenant);
        const { id, event, data } = await stream.next();
        const [entry] = await list(t, tenant);
        equal(JSON.parse(data), entry, 'the entry');
        await t.check('TS-LOG-17', () =>
          equal({ id, event }, { id: String(entry?.id), event: 'request' }, 'the message'),
        );
      }
    },
  },
  test('TS-LOG-18', 'continues the stream after the last entry that the client saw', async (t) => {
    const tenant = await tenantFor(t);
    const { account_id } = tenant;
    for (let n = 0; n < 3; n++) await look(t, tenant);
    const [third, second, first] = ids(await list(t, tenant));
    const headers = { 'last-event-id': String(first) };
    const stream = await t.stream('touchstone.journal.stream', { query: { account_id } }, headers);
    equal([(await stream.next()).id, (await stream.next()).id], [String(second), String(third)], 'the ids');
  }),
  test('TS-LOG-19', 'streams only the requests that match a query', async (t) => {
    const tenant = await tenantFor(t);
    const { account_id } = tenant;
    const query = { account_id, method: 'GET', status: '404', bodies: 'false' };
    const stream = await t.stream('touchstone.journal.stream', { query });
    await look(t, tenant);
    const headers = { authorization: `Bearer ${tenant.api_token}` };
    const params = { zone_id: tenant.zone_id, config_id: crypto.randomUUID() };
    const { status } = await t.as('none').ask('token-validation.config.get', { params, headers });
    equal(status, 404, 'the status of an unknown configuration');
    const entry: JournalEntry = JSON.parse((await stream.next()).data);
    equal([entry.operation, entry.response_body], ['token-validation.config.get', null], 'the first entry');
  }),
]);
