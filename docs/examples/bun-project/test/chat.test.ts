import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createMock, type Tenant } from 'touchstone';
import { setupNetwork } from 'touchstone/setup';
import { ask, ChatError, type Models } from '../src/chat.ts';

const mock = createMock();
let network: Awaited<ReturnType<typeof setupNetwork>>;
let tenant: Tenant;
let models: Models;

beforeAll(async () => {
  network = await setupNetwork(mock.handlers());
});
afterAll(() => network.close());
beforeEach(() => {
  mock.models.clear();
  tenant = mock.tenant();
  models = {
    baseUrl: `https://api.example.com/client/v4/accounts/${tenant.accountId}/ai/v1`,
    apiToken: tenant.apiToken,
    retryAfterMs: 1,
  };
});

test('streams the answer piece by piece', async () => {
  mock.models.add({ match: { text: 'weather' }, reply: { text: ['Sunny', ' and', ' warm.'] } });
  const pieces = await Array.fromAsync(ask(models, 'How is the weather?'));
  expect(pieces.filter((piece) => piece !== '')).toEqual(['Sunny', ' and', ' warm.']);
});

test('retries when the platform is busy', async () => {
  tenant.faults.add({ operation: 'inference.chat-completions', status: 503, times: 'once' });
  mock.models.add({ match: { text: 'Hello' }, reply: { text: 'Hello yourself.' } });
  expect((await Array.fromAsync(ask(models, 'Hello'))).join('')).toBe('Hello yourself.');
});

test('retries only once', async () => {
  tenant.faults.add({ operation: 'inference.chat-completions', status: 429 });
  const asking = Array.fromAsync(ask(models, 'Hello'));
  await expect(asking).rejects.toThrow('The platform answered 429.');
  expect([...tenant.journal.entries()]).toHaveLength(2);
});

test('reports an answer that ends early', async () => {
  mock.models.add({
    match: { text: 'story' },
    reply: { text: ['Once', ' upon'], breakOff: { after: 1, how: 'end' } },
  });
  await expect(Array.fromAsync(ask(models, 'A story!'))).rejects.toThrow(ChatError);
});
