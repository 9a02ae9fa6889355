import { defaultGatewayId } from '../../spec/services/ai-gateway/limits.ts';
import { equal, ok, oneOf } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { hasCode } from '../inference/asking.ts';
import { askGateway, deleteGateway, ofGateway, readGateway, runThrough } from './configuring.ts';
import { logging, onlyLog, ran } from './logging.ts';

/** What a token with a single gateway permission may read. */
export const gatewayAccessSuite = defineSuite('ai-gateway/access', [
  test('GW-AUTH-1', 'lets a token with a gateway permission read the configuration', async (t) => {
    const { id } = await t.gateway();
    await t.as('gateway').call('ai-gateway.gateway.get', { params: ofGateway(t, id) });
  }),
  test('GW-AUTH-2', 'lets a token with a gateway permission read the logs', async (t) => {
    const gateway = await logging(t);
    await ran(t, gateway);
    const { id } = await onlyLog(t, gateway);
    const reply = await t.as('gateway').ask('ai-gateway.log.list', { params: gateway.params });
    t.expectSuccess(reply, 'the list of log entries');
    const params = { ...gateway.params, log_id: id };
    await t.as('gateway').call('ai-gateway.log.get', { params });
  }),
  test('GW-AUTH-3', 'lets a token with a gateway permission read the routes', async (t) => {
    const { id } = await t.gateway();
    await t.as('gateway').call('ai-gateway.route.list', { params: ofGateway(t, id) });
  }),
]);

/** The default gateway, which exists without being created, and missing ones. */
export const defaultGatewaySuite = defineSuite('ai-gateway/default-gateway', [
  test('GW-CONF-1', 'creates the gateway default on the first run through it', async (t) => {
    t.expectSuccess(await runThrough(t, defaultGatewayId), 'the run');
    equal((await readGateway(t, defaultGatewayId)).id, defaultGatewayId, 'result.id');
  }),
  {
    title: 'recreates the gateway default on the first run after its deletion',
    requirements: ['GW-CONF-2', 'GW-CONF-3'],
    // Deleting it also deletes the settings and logs of the account's own gateway, so only a mock is tested.
    features: ['admin'],
    exclusive: 'account',
    run: async (t) => {
      t.expectSuccess(await runThrough(t, defaultGatewayId), 'the run');
      t.expectSuccess(await deleteGateway(t, defaultGatewayId), 'the deletion');
      t.expectFailure(await askGateway(t, defaultGatewayId), { status: 404 });
      t.expectSuccess(await runThrough(t, defaultGatewayId), 'the run after the deletion');
      const made = await readGateway(t, defaultGatewayId);
      await t.check('GW-CONF-3', () => equal(made.id, defaultGatewayId, 'result.id'));
      await t.check('GW-CONF-2', () => {
        equal(made.collect_logs, true, 'result.collect_logs');
        equal(made.cache_ttl, 0, 'result.cache_ttl');
        oneOf(made.rate_limiting_limit, [0, null], 'result.rate_limiting_limit');
      });
    },
  },
  test(['GW-CONF-4', 'GW-CONF-5'], 'refuses a run through an unknown gateway', async (t) => {
    const { id } = await t.gateway();
    const unknown = t.gatewayId();
    t.expectSuccess(await runThrough(t, id), 'the run through an existing gateway');
    const reply = await runThrough(t, unknown);
    await t.check('GW-CONF-4', async () => {
      t.expectFailure(reply, { shape: 'own' });
      t.expectFailure(await askGateway(t, unknown), { status: 404 });
    });
    await t.check('GW-CONF-5', () => {
      equal(reply.status, 400, 'the status');
      ok(hasCode(reply, 2001), `the refusal has no code 2001: ${reply.text}`);
    });
  }),
]);
