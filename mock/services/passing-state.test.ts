import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { worldDefaults } from '../world/defaults.ts';

const { accountId: account_id } = worldDefaults;

it('brings stored responses back with a snapshot', async () => {
  const mock = createMock({ gatewayHeader: 'optional' });
  const client = getClient(mock);
  const body = { model: 'openai/gpt-5', input: 'Hello' };
  const made = await client.call('inference.responses', { params: { account_id }, body });
  const { id: response_id } = made.body as { id: string }; // It does not stream.
  const read = async () =>
    (await client.call('inference.response.get', { params: { account_id, response_id } })).status;
  mock.snapshots.take('made');
  await client.call('inference.response.delete', { params: { account_id, response_id } });
  expect(await read()).toBe(404);
  mock.snapshots.restore('made');
  expect(await read()).toBe(200);
  mock.reset();
  expect(await read()).toBe(404);
});
