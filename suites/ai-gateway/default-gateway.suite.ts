import { defaultGatewayId } from '../../spec/services/ai-gateway/limits.ts';
import { equal, ok, oneOf } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { hasCode } from '../inference/refusing.ts';
import { askGateway, deleteGateway, readGateway, runThrough } from './configuring.ts';

/** The gateway that is there without being made, and the others that are not. */
export const defaultGatewaySuite = defineSuite({
  name: 'ai-gateway/default-gateway',
  tests: [
    {
      title: 'has the gateway default after the first run that goes through it',
      requirements: ['GW-CONF-1'],
      run: async (t) => {
        t.expectSuccess(await runThrough(t, defaultGatewayId), 'the run');
        equal((await readGateway(t, defaultGatewayId)).id, defaultGatewayId, 'result.id');
      },
    },
    {
      title: 'makes the gateway default again by the first run after its deletion',
      requirements: ['GW-CONF-2', 'GW-CONF-3'],
      // It takes the settings and logs of the account's own gateway along, so only a mock is asked.
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
    {
      title: 'refuses a run through a gateway that nobody made',
      requirements: ['GW-CONF-4', 'GW-CONF-5'],
      run: async (t) => {
        const { id } = await t.gateway();
        const unknown = t.gatewayId();
        t.expectSuccess(await runThrough(t, id), 'the run through a gateway that is there');
        const reply = await runThrough(t, unknown);
        await t.check('GW-CONF-4', async () => {
          t.expectFailure(reply, { shape: 'own' });
          t.expectFailure(await askGateway(t, unknown), { status: 404 });
        });
        await t.check('GW-CONF-5', () => {
          equal(reply.status, 400, 'the status');
          ok(hasCode(reply, 2001), `the refusal has no code 2001: ${reply.text}`);
        });
      },
    },
  ],
});
