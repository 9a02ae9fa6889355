import { describe, expect, it } from 'vitest';
import { contract, type OperationId } from '../../../spec/contract.ts';
import { fillPath } from '../../../spec/endpoint.ts';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';

const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
const zeros = '00000000-0000-0000-0000-000000000000';
const operations = Object.keys(contract) as OperationId[];
const ofTokenValidation = operations.filter((id) => id.startsWith('token-validation.'));

describe('a zone without the subscription', () => {
  const client = clientOf(createMock({ unentitledZones: [zone_id] }));

  it.each(ofTokenValidation)(
    'is refused 403 and 10403 before any id is looked up or any body is read: %s',
    async (id) => {
      const { method, path } = contract[id];
      const params = { zone_id, config_id: zeros, rule_id: zeros };
      const body = method === 'GET' ? {} : { body: 'no JSON' };
      const reply = await client.send({ method, path: fillPath(path, params), ...body });
      expect(refusalOf(reply)).toMatchObject({
        status: 403,
        code: 10403,
        message: 'You are not entitled for this service',
      });
    },
  );

  it('is served by every other service', async () => {
    const params = { zone_id };
    expect((await client.call('zones.zone.get', { params })).status).toBe(200);
    expect((await client.call('api-gateway.operation.list', { params })).status).toBe(200);
  });

  it('does not hide who may not ask', async () => {
    const list = { params: { zone_id } };
    const nobody = client.with({ authorization: 'Bearer nobody' });
    expect((await nobody.call('token-validation.config.list', list)).status).toBe(401);
  });
});

it('a zone with the subscription is served', async () => {
  const client = clientOf(createMock({ unentitledZones: ['f'.repeat(32)] }));
  expect((await client.call('token-validation.config.list', { params: { zone_id } })).status).toBe(200);
});
