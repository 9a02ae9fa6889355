import { describe, expect, it } from 'vitest';
import { contract, type OperationId } from '../../../spec/contract.ts';
import { fillPath } from '../../../spec/endpoint.ts';
import { tokenValidationLimits } from '../../../spec/services/token-validation/schemas.ts';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../assembly/testing/test-client.ts';
import {
  configBody,
  createConfig,
  type Key,
  key,
  ruleBody,
} from '../../assembly/testing/token-validation.ts';

function start(options?: Parameters<typeof createMock>[0]) {
  const mock = createMock(options);
  const params = { zone_id: mock.defaults.zoneId };
  return { mock, client: getClient(mock), params, zone: mock.world.zone(params.zone_id) };
}

describe('token configurations', () => {
  it('whose keys are dropped are refused with 501 when inferred answers are refused', async () => {
    const { client, params, zone } = start({ basis: 'seed' });
    const create = async (...keys: Key[]) => {
      const body = configBody({ credentials: { keys } });
      return (await client.call('token-validation.config.create', { params, body })).status;
    };
    const supported = key('p256', 'a', 'ES256');
    const unsupported = { kty: 'OKP', kid: 'b', crv: 'Ed25519' };
    expect(await create(supported, key('p256Other', 'b', 'ES256', { use: 'enc' }))).toBe(501);
    expect(await create(unsupported)).toBe(501);
    expect(zone?.tokenConfigs.size).toBe(0);
    expect(await create(supported, unsupported)).toBe(200);
    expect(zone?.tokenConfigs.list()[0]?.keys).toHaveLength(1);
  });

  it('of one zone are not found in another', async () => {
    const { client, params } = start();
    const config_id = await createConfig(client, params.zone_id);
    const { body } = await client.call('zones.zone.create', { body: { name: 'b.test', account: {} } });
    const other = { zone_id: body.result.id, config_id };
    expect((await client.call('token-validation.config.get', { params: other })).status).toBe(404);
  });
});

describe('token validation rules', () => {
  it('name their creator and last editor, by token and by key', async () => {
    const { mock, client, params } = start({
      tokens: [{ value: 'other', permissions: ['Domain API Gateway'], email: 'other@example.localhost' }],
    });
    const { email, apiKey } = mock.defaults;
    const byKey = getClient(mock, { token: '' }).with({ 'x-auth-email': email, 'x-auth-key': apiKey });
    const byToken = client.with({ authorization: 'Bearer other' });
    const made = await byKey.call('token-validation.rule.create', { params, body: ruleBody() });
    expect(made.body.result.modified_by).toBe(email);
    const changed = await byToken.call('token-validation.rule.edit', {
      params: { ...params, rule_id: made.body.result.id },
      body: { enabled: false },
    });
    expect(changed.body.result.modified_by).toBe('other@example.localhost');
  });

  it('are refused together when a zone would have too many', async () => {
    const { client, params, zone } = start();
    const body = Array.from({ length: 1000 }, () => ruleBody());
    const create = () => client.call('token-validation.rule.bulk-create', { params, body });
    for (let n = 0; n < tokenValidationLimits.rulesPerZone / 1000; n++)
      expect((await create()).status).toBe(200);
    expect(getRefusal(await create())).toMatchObject({ status: 400, code: 110018 });
    expect(zone?.tokenRules.size).toBe(tokenValidationLimits.rulesPerZone);
  });
});

describe('the preview of a rule', () => {
  it('counts the whole zone on each page of ten thousand operations', async () => {
    const { client, params } = start();
    const body = Array.from({ length: 10_000 }, (_, index) => ({
      method: 'GET' as const,
      host: index % 4 === 0 ? 'b.test' : 'a.test',
      endpoint: `/operations/${index}`,
    }));
    expect((await client.call('api-gateway.operation.create', { params, body })).status).toBe(200);
    for (const [page, count] of [
      ['1', 50],
      ['200', 50],
      ['201', 0],
    ] as const) {
      const { result, result_info } = (
        await client.call('token-validation.rule.preview', {
          params,
          query: { page, per_page: '50' },
          body: { include: [{ host: ['a.test'] }] },
        })
      ).body;
      expect(result).toMatchObject({ total: 10_000, included: 7_500, excluded: 0, ignored: 2_500 });
      expect(result.operations).toHaveLength(count);
      expect(result_info).toMatchObject({ count, total_count: 10_000 });
    }
  });
});

describe('a zone without the subscription', () => {
  const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
  const zeros = '00000000-0000-0000-0000-000000000000';
  const client = getClient(createMock({ unentitledZones: [zone_id] }));
  const operations = Object.keys(contract) as OperationId[];

  it.each(operations.filter((id) => id.startsWith('token-validation.')))(
    'is refused with 403 and 10403 before any id is looked up or any body is read: %s',
    async (id) => {
      const { method, path } = contract[id];
      const params = { zone_id, config_id: zeros, rule_id: zeros };
      const body = method === 'GET' ? {} : { body: 'no JSON' };
      const reply = await client.send({ method, path: fillPath(path, params), ...body });
      expect(getRefusal(reply)).toMatchObject({ status: 403, code: 10403 });
    },
  );

  it('is served by every other service', async () => {
    expect((await client.call('zones.zone.get', { params: { zone_id } })).status).toBe(200);
  });

  it('still gets the refusal of a caller without permission', async () => {
    const nobody = client.with({ authorization: 'Bearer nobody' });
    const reply = await nobody.call('token-validation.config.list', { params: { zone_id } });
    expect(reply.status).toBe(401);
  });
});
