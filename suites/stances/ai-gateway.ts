import { cacheStatus, run } from '../ai-gateway/passing.ts';
import {
  codeOfRefusal,
  OtherBehaviour,
  type Probes,
  statusOfRefusal,
  statusOfSuccess,
  unlessRefused,
} from './probe.ts';

export const aiGatewayProbes: Probes<'ai-gateway'> = {
  'ai-gateway.create.status': (t) =>
    statusOfSuccess(t, 'ai-gateway.gateway.create', {
      params: { account_id: t.accountId },
      body: t.gatewayBody(),
    }),
  async 'ai-gateway.taken.status'(t) {
    const params = { account_id: t.accountId };
    const { id } = await t.gateway();
    return statusOfRefusal(await t.ask('ai-gateway.gateway.create', { params, body: t.gatewayBody({ id }) }));
  },
  'ai-gateway.missing.code': async (t) =>
    codeOfRefusal(
      await t.ask('ai-gateway.gateway.get', {
        params: { account_id: t.accountId, gateway_id: t.gatewayId() },
      }),
    ),
  'ai-gateway.run-unknown.status': async (t) => statusOfRefusal(await run(t, t.gatewayId(), 'Say hello.')),
  'ai-gateway.header-invalid.status': async (t) =>
    statusOfRefusal(await run(t, 'default', 'Say hello.', { 'cf-aig-max-attempts': '1000' })),
  async 'ai-gateway.rate-limited.code'(t) {
    const limit = {
      rate_limiting_interval: 60,
      rate_limiting_limit: 1,
      rate_limiting_technique: 'fixed',
    } as const;
    const { id } = await t.gateway(limit);
    unlessRefused(t, await run(t, id, 'Say hello.'), 'a run');
    return codeOfRefusal(await run(t, id, 'Say hello again.'));
  },
  async 'ai-gateway.cache-status.unasked'(t) {
    const { id } = await t.gateway();
    const seen = cacheStatus(unlessRefused(t, await run(t, id, 'Say hello.'), 'a run'));
    if (seen === null) return 'absent';
    return seen === 'MISS' ? seen : new OtherBehaviour(seen);
  },
};
