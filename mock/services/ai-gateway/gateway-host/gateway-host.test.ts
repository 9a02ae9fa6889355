import { describe, expect, it } from 'vitest';
import { gatewayLimits } from '../../../../spec/services/ai-gateway/limits.ts';
import { createMock, type Mock } from '../../../assembly/create-mock.ts';
import type { MockOptions } from '../../../assembly/options.ts';
import { getClient } from '../../../assembly/testing/test-client.ts';

const messages = [{ role: 'user', content: 'Say hello.' }];
const hello = { model: 'gpt-5', messages };

/** Requests a path below the gateway `default` of a mock. */
function asking(options: MockOptions = {}) {
  const mock = createMock(options);
  const { accountId, apiToken } = mock.defaults;
  const token = { 'cf-aig-authorization': `Bearer ${apiToken}` };
  const ask = (path: string, body: unknown, headers: Record<string, string> = token) =>
    mock.fetch(
      new Request(`http://localhost/gateway/v1/${accountId}/default${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    );
  return { mock, ask, token };
}

/** Turns off the gateway's authentication. */
async function open(mock: Mock): Promise<void> {
  const params = { account_id: mock.defaults.accountId, gateway_id: 'default' };
  const client = getClient(mock);
  const { result } = (await client.call('ai-gateway.gateway.get', { params })).body;
  await client.call('ai-gateway.gateway.update', { params, body: { ...result, authentication: false } });
}

const getCredits = (mock: Mock) => mock.world.account(mock.defaults.accountId)?.billing.credits;

describe('the host of gateways', () => {
  it.each<[string, object, string]>([
    ['/openai/responses', { model: 'gpt-5', input: 'Hello' }, 'openai/gpt-5'],
    [
      '/openai/embeddings',
      { model: 'text-embedding-3-small', input: 'Hello' },
      'openai/text-embedding-3-small',
    ],
    [
      '/anthropic/v1/messages',
      { model: 'claude-haiku-4-5', max_tokens: 9, messages },
      'anthropic/claude-haiku-4.5',
    ],
    [
      '/compat/chat/completions',
      { ...hello, model: 'workers-ai/@cf/qwen/qwen3-30b-a3b-fp8' },
      '@cf/qwen/qwen3-30b-a3b-fp8',
    ],
    [
      '/workers-ai/v1/chat/completions',
      { ...hello, model: '@cf/qwen/qwen3-30b-a3b-fp8' },
      '@cf/qwen/qwen3-30b-a3b-fp8',
    ],
  ])('asks at %s for %j', async (path, body, model) => {
    const answer = await asking().ask(path, body);
    expect(await answer.json()).toMatchObject({ model });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cf-aig-step')).toBe('0');
  });

  it('runs the next step after a failure, and answers with the refusal of the last one', async () => {
    const { mock, ask } = asking();
    mock.models.add({ match: { model: 'openai/*' }, reply: { error: { status: 500, message: 'Gone.' } } });
    const failing = { provider: 'openai', endpoint: 'chat/completions', query: hello };
    const answer = await ask('', [failing, failing]);
    expect([answer.status, answer.headers.get('cf-aig-step')]).toEqual([500, '1']);
    for (const steps of [[], Array(gatewayLimits.universalSteps + 1).fill(failing), { failing }])
      expect((await ask('', steps)).status).toBe(400);
  });

  it('logs runs and refusals, without the token', async () => {
    const { mock, ask } = asking();
    await ask('/openai/chat/completions', hello);
    await ask('/openai/chat/completions', hello, {});
    const [refused, done] = [...mock.journal.entries()];
    expect(done).toMatchObject({ operation: 'inference.chat-completions', status: 200 });
    expect(refused).toMatchObject({ status: 401, explanation: ['gateway-unauthorized: Unauthorized'] });
    expect(JSON.stringify(done)).not.toContain(mock.defaults.apiToken);
  });

  it("admits every request without authentication, and charges a provider's key to its owner", async () => {
    const { mock, ask } = asking();
    await ask('/openai/chat/completions', hello);
    await open(mock);
    const before = getCredits(mock);
    const authorization = 'Bearer a-key-of-the-provider';
    expect((await ask('/openai/chat/completions', hello, { authorization })).status).toBe(200);
    expect(getCredits(mock)).toBe(before);
    expect((await ask('/openai/chat/completions', hello, {})).status).toBe(200);
    expect(getCredits(mock)).toBeLessThan(before ?? 0);
  });
});
