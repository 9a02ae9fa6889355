import { expect, it } from 'vitest';
import { createMock } from '../../../assembly/create-mock.ts';
import { getClient } from '../../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../../world/defaults.ts';

const params = { account_id: worldDefaults.accountId };

it.each([1, 2, 3])('returns %i choices, no two of them alike', async (n) => {
  const mock = createMock({ gatewayHeader: 'optional' });
  const body = {
    model: 'openai/gpt-5',
    messages: [{ role: 'user' as const, content: 'Tell me about rivers.' }],
    n,
  };
  const reply = await getClient(mock).call('inference.chat-completions', { params, body });
  const { choices } = reply.body as { choices: { message: { content: string } }[] }; // It does not stream.
  expect(new Set(choices.map(({ message }) => message.content)).size).toBe(n);
});
