import type { JournalEntry } from '../../spec/services/touchstone/events.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { type MadeTenant, tenantFor } from './tenant-for.ts';

const path = (zone_id: string) => `/zones/${zone_id}/settings/content_converter`;

/** Changes a setting of a tenant's zone, and returns the id of the journal entry. */
async function change(t: TestContext, { zone_id, api_token }: MadeTenant, body: object): Promise<string> {
  const { headers } = await t.as('none').send({
    method: 'PATCH',
    path: path(zone_id),
    headers: { authorization: `Bearer ${api_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const id = headers.get('touchstone-journal');
  ok(id !== null, 'the answer has no touchstone-journal');
  return id ?? '';
}

async function getValue(t: TestContext, { zone_id, api_token }: MadeTenant): Promise<unknown> {
  const { body } = await t.as('none').call('settings.setting.get', {
    params: { zone_id, setting_id: 'content_converter' },
    headers: { authorization: `Bearer ${api_token}` },
  });
  return body.result.value;
}

const replay = (t: TestContext, entry_id: string, body: object = {}) =>
  t.ask('touchstone.journal.replay', { params: { entry_id }, body });

const read = async (t: TestContext, entry_id: string) =>
  (await t.call('touchstone.journal.get', { params: { entry_id } })).body;

/** Sending requests of the journal again. */
export const journalReplaySuite = defineSuite({ name: 'touchstone/journal-replay', features: ['admin'] }, [
  {
    title: 'names the entry in the answer, and sends its request again',
    requirements: ['TS-LOG-20', 'TS-LOG-21'],
    run: async (t) => {
      const tenant = await tenantFor(t);
      const id = await change(t, tenant, { value: 'on' });
      const first = await read(t, id);
      await t.check('TS-LOG-20', () =>
        equal([first.operation, first.zone_id], ['settings.setting.edit', tenant.zone_id], 'the entry'),
      );
      await change(t, tenant, { value: 'off' });
      const { status, body } = await replay(t, id);
      equal(status, 200, 'the status of the replay');
      const again = body as JournalEntry; // compared with the contract on its way here
      ok(again.id > first.id, 'the replay answered with an older entry');
      equal(
        [again.operation, again.status, again.request_body],
        [first.operation, first.status, first.request_body],
        'the replayed request',
      );
      equal(await getValue(t, tenant), 'on', 'the setting after the replay');
    },
  },
  test('TS-LOG-22', 'changes the request on its way', async (t) => {
    const tenant = await tenantFor(t);
    const id = await change(t, tenant, { value: 'on' });
    const url = `/client/v4${path(tenant.zone_id).replace('/content_converter', '')}`;
    const listed = (await replay(t, id, { method: 'GET', url, body: null })).body as JournalEntry;
    equal([listed.operation, listed.status], ['settings.setting.list', 200], 'the changed request');
    const off = (await replay(t, id, { body: '{"value":"off"}' })).body as JournalEntry;
    equal([off.status, await getValue(t, tenant)], [200, 'off'], 'the setting after another body');
    const bare = (await replay(t, id, { headers: { authorization: null } })).body as JournalEntry;
    equal(bare.request_headers['authorization'], undefined, 'the removed header');
    ok(bare.status >= 400, `the request without a credential was answered with ${bare.status}`);
  }),
  test('TS-LOG-23', 'refuses a request whose body is cut', async (t) => {
    const tenant = await tenantFor(t);
    const short = await change(t, tenant, { value: 'on' });
    equal((await replay(t, short)).status, 200, 'the status of the replay of a short body');
    const long = await change(t, tenant, { value: 'x'.repeat(20_000) });
    equal((await replay(t, long)).status, 409, 'the status of the replay of a long body');
    const body = '{"value":"off"}';
    equal((await replay(t, long, { body })).status, 200, 'the status of the replay with a body');
  }),
]);
