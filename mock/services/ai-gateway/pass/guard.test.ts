import { describe, expect, test } from 'vitest';
import type { Guardrails } from '../../../../spec/services/ai-gateway/guardrails.ts';
import { createMock, type Mock } from '../../../assembly/create-mock.ts';
import { answering, passing } from './testing/passing.ts';

const both = (action: 'FLAG' | 'BLOCK'): Guardrails => ({ prompt: { S1: action }, response: { S1: action } });

describe('guardrails', () => {
  test('apply to answers that were already cached', async () => {
    const { run, configure } = passing({ cache_ttl: 60 });
    await run({}, answering('That is unsafe S1.'));
    await run({ text: 'unsafe s1' });
    configure({ cache_ttl: 60, guardrails: both('BLOCK') });
    expect((await run({}, answering('Fine.'))).status).toBe(422);
    expect((await run({ text: 'unsafe s1' })).status).toBe(422);
  });
});

/** Runs a model through a gateway that blocks crimes, and returns the status. */
async function run(mock: Mock, prompt: string): Promise<number> {
  const ask = (path: string, method: string, body: object, headers: Record<string, string> = {}) =>
    mock.fetch(
      new Request(`http://localhost/client/v4/accounts/${mock.defaults.accountId}/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${mock.defaults.apiToken}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    );
  const settings = {
    cache_ttl: 0,
    cache_invalidate_on_update: false,
    collect_logs: true,
    rate_limiting_interval: 0,
    rate_limiting_limit: 0,
  };
  await ask('ai-gateway/gateways', 'POST', { id: 'g', ...settings });
  const guardrails = { prompt: { S1: 'BLOCK' }, response: {} };
  expect((await ask('ai-gateway/gateways/g', 'PUT', { ...settings, guardrails })).status).toBe(200);
  const model = 'ai/run/@cf/meta/llama-3.1-8b-instruct';
  return (await ask(model, 'POST', { prompt }, { 'cf-aig-gateway-id': 'g' })).status;
}

describe('the guardrails of a mock', () => {
  test('search for the configured words, and restore them on a reset', async () => {
    const mock = createMock({ guardrails: { words: [{ category: 'S1', words: ['teapot'] }] } });
    expect(await run(mock, 'A teapot.')).toBe(422);
    expect(await run(mock, 'unsafe s1')).toBe(200);
    mock.world.gatewayConditions.words = [];
    expect(await run(mock, 'A teapot.')).toBe(200);
    mock.reset();
    expect(await run(mock, 'A teapot.')).toBe(422);
  });

  test('use the configured scanner', async () => {
    const scanner = async ({ text }: { text: string }) =>
      text.includes('!') ? [{ category: 'S1', start: 0, end: 1 }] : [];
    const mock = createMock({ guardrails: { scanner } });
    expect([await run(mock, 'Hello.'), await run(mock, 'Hello!')]).toEqual([200, 422]);
  });
});
