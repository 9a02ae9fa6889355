import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { tenantFor } from './tenant-for.ts';

/** The status of a request with a tenant's token. */
async function getStatus(t: TestContext, token: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await t.as('none').send({ method: 'GET', path, headers });
  return status;
}

/** Accounts with a zone and a token, each created for one test. */
export const tenantsSuite = defineSuite('touchstone/tenants', [
  {
    title: 'has its own account, zone, token and name',
    requirements: ['TS-TENANT-1', 'TS-TENANT-4', 'TS-TENANT-5'],
    run: async (t) => {
      const name = t.title();
      const [first, second] = [await tenantFor(t, name), await tenantFor(t, name)];
      await t.check('TS-TENANT-1', async () => {
        for (const member of ['account_id', 'zone_id', 'zone_name', 'api_token'] as const) {
          ok(first[member] !== second[member], `two tenants have the same ${member}`);
        }
        const { body } = await t.call('zones.zone.get', { params: { zone_id: first.zone_id } });
        equal(body.result.name, first.zone_name, 'the name of the zone');
        equal(body.result.account.id, first.account_id, 'the account of the zone');
        await t.check('TS-TENANT-4', () => equal(body.result.account.name, name, 'the name of the account'));
      });
      await t.check('TS-TENANT-5', async () => {
        const { body } = await t.call('touchstone.tenant.list', {});
        const mine = body.filter((one) => one.name === name);
        equal(mine, [first, second], 'the tenants of this test');
      });
    },
  },
  test('TS-TENANT-4', 'accepts a name of a hundred characters, and refuses a longer one', async (t) => {
    const name = t.title(100);
    equal((await tenantFor(t, name)).name, name, 'the name');
    const body = { name: `${name}n` };
    t.expectFailure(await t.ask('touchstone.tenant.create', { body }), { status: 400 });
  }),
  {
    title: 'has a token for only its account and its zone',
    requirements: ['TS-TENANT-2', 'TS-TENANT-3'],
    run: async (t) => {
      const own = await tenantFor(t);
      const other = await tenantFor(t);
      const ask = (path: string) => getStatus(t, own.api_token, path);
      const gateways = (account: string) => `/accounts/${account}/ai-gateway/gateways`;
      await t.check('TS-TENANT-2', async () => {
        equal(await ask(`/zones/${own.zone_id}`), 200, 'the status for its zone');
        equal(await ask(gateways(own.account_id)), 200, 'the status for its account');
      });
      await t.check('TS-TENANT-3', async () => {
        for (const zone of [other.zone_id, t.zoneId]) {
          equal(await ask(`/zones/${zone}`), 403, 'the status for a zone of another account');
        }
        for (const account of [other.account_id, t.accountId]) {
          equal(await ask(gateways(account)), 403, 'the status for another account');
        }
      });
    },
  },
  {
    title: 'is gone with its zone and its token after its removal',
    requirements: ['TS-TENANT-6', 'TS-TENANT-7'],
    run: async (t) => {
      const { account_id, zone_id, api_token } = await tenantFor(t);
      equal(await getStatus(t, api_token, '/user/tokens/verify'), 200, 'the status for the token');
      const remove = () => t.ask('touchstone.tenant.remove', { params: { tenant_id: account_id } });
      t.expectSuccess(await remove(), 'removing a tenant');
      await t.check('TS-TENANT-6', async () => {
        equal(await getStatus(t, api_token, '/user/tokens/verify'), 401, 'the status for the token');
        t.expectFailure(await t.ask('zones.zone.get', { params: { zone_id } }));
        const left = (await t.call('touchstone.tenant.list', {})).body.map((one) => one.account_id);
        ok(!left.includes(account_id), 'the tenant is still listed');
      });
      await t.check('TS-TENANT-7', async () => t.expectFailure(await remove(), { status: 404 }));
    },
  },
]);
