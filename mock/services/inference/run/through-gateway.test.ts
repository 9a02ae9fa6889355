import { expect, it } from 'vitest';
import { createMock } from '../../../assembly/create-mock.ts';
import { getClient } from '../../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../../world/defaults.ts';

const says = [{ role: 'user', content: 'Hello' }];

it.each([
  ['ai/run/@cf/no/such', { prompt: 'Hello' }, 400, 'documented'],
  ['ai/v1/chat/completions', { model: 'no/such', messages: says }, 404, 'observed'],
  ['ai/v1/responses', { model: '@cf/meta/llama-3.1-8b-instruct', input: 'Hello' }, 400, 'inferred'],
])('the refusal of a model by %s has the certainty of its failure', async (path, body, status, basis) => {
  const reply = await getClient(createMock({ gatewayHeader: 'optional' })).send({
    method: 'POST',
    path: `/accounts/${worldDefaults.accountId}/${path}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([reply.status, reply.headers.get('touchstone-basis')]).toEqual([status, basis]);
});
