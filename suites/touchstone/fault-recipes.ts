import type { Feature } from '../../spec/requirement.ts';
import type { TestContext } from '../harness/context.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { tenantFor } from './tenant-for.ts';

const features: readonly Feature[] = ['admin'];

const words = [{ category: 'S1' as const, words: ['teapot'], phases: ['prompt' as const] }];

/** A tenant only accepts a name. */
export const tenantRecipes: readonly FaultRecipe[] = [
  recipe('touchstone.tenant.create', {
    shape: { name: 'checkout' },
    features,
    prepare: async (t) => {
      const name = t.title();
      const mine = async () =>
        (await t.call('touchstone.tenant.list', {})).body.filter((tenant) => tenant.name === name);
      t.after(async () => {
        for (const { account_id } of await mine()) {
          await t.call('touchstone.tenant.remove', { params: { tenant_id: account_id } });
        }
      });
      return { params: {}, body: { name }, snapshot: mine };
    },
  }),
];

/** The faults of a test don't affect other tests. */
export const faultAndSnapshotRecipes: readonly FaultRecipe[] = [
  recipe('touchstone.fault.add', {
    shape: { operation: 'zones.zone.get', match: { method: 'GET' }, status: 503, times: 2, rate: 0.5 },
    features,
    prepare: async (t) => {
      const { account_id } = await tenantFor(t);
      const match = { account: account_id, method: 'GET' } as const;
      const body = { operation: 'zones.zone.get', match, status: 503, times: 2, rate: 0.5 };
      const snapshot = async () => (await t.call('touchstone.fault.list', { query: { account_id } })).body;
      return { params: {}, body, snapshot };
    },
  }),
  recipe('touchstone.snapshot.take', {
    shape: { name: 'checkout' },
    features,
    prepare: async (t) => {
      const name = t.title();
      const mine = async () =>
        (await t.call('touchstone.snapshot.list', {})).body.filter((one) => one.name === name).length;
      t.after(() => t.ask('touchstone.snapshot.remove', { params: { snapshot_name: name } }));
      return { params: {}, body: { name }, snapshot: mine };
    },
  }),
];

/** What a refused call would have sent is not in the journal. */
export const replayRecipes: readonly FaultRecipe[] = [
  recipe('touchstone.journal.replay', {
    shape: { method: 'GET', url: '/client/v4/zones', body: null },
    features,
    prepare: async (t) => {
      const { account_id, zone_id, api_token } = await tenantFor(t);
      const headers = { authorization: `Bearer ${api_token}` };
      await t.as('none').call('zones.zone.get', { params: { zone_id }, headers });
      const entries = async () =>
        (await t.call('touchstone.journal.list', { query: { account_id } })).body.length;
      const [entry] = (await t.call('touchstone.journal.list', { query: { account_id } })).body;
      const body = { method: 'GET', url: '/client/v4/zones', body: null };
      return { params: { entry_id: String(entry?.id) }, body, snapshot: entries };
    },
  }),
];

/** A request that is refused does not reach the zone. */
export const zoneRequestRecipes: readonly FaultRecipe[] = [
  recipe('touchstone.zone-request.send', {
    shape: { method: 'POST', url: '/orders', body: 'a' },
    features,
    prepare: async (t) => {
      const { account_id, zone_id } = await tenantFor(t);
      const entries = async () =>
        (await t.call('touchstone.journal.list', { query: { account_id } })).body.length;
      return { params: { zone_id }, body: { method: 'POST', url: '/orders', body: 'a' }, snapshot: entries };
    },
  }),
];

/** Bodies set the current values: other tests work under the same conditions. */
export const gatewayConditionRecipes: readonly FaultRecipe[] = [
  recipe('touchstone.credits.set', {
    shape: { credits: 1, plan: 'paid', neurons_today: 0 },
    features,
    exclusive: 'account',
    prepare: async (t) => {
      const params = { account_id: t.accountId };
      const read = async () => (await t.call('touchstone.credits.get', { params })).body;
      return { params, body: await read(), snapshot: read };
    },
  }),
  recipe('touchstone.guardrails.set', {
    shape: { words, failing: 'unavailable' },
    features,
    exclusive: true,
    prepare: async (t) => {
      const read = async () => (await t.call('touchstone.guardrails.get', {})).body;
      const before = await read();
      t.after(() => t.call('touchstone.guardrails.set', { body: before }));
      return { params: {}, body: { words, failing: 'unavailable' }, snapshot: read };
    },
  }),
  recipe('touchstone.limits.set', {
    shape: { enforced: 'frontier' },
    features,
    exclusive: true,
    prepare: async (t: TestContext) => {
      const read = async () => (await t.call('touchstone.limits.get', {})).body;
      return { params: {}, body: await read(), snapshot: read };
    },
  }),
];
