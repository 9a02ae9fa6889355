import { describe, expect, test, vi } from 'vitest';
import type { Guardrails } from '../../../../spec/services/ai-gateway/guardrails.ts';
import { createMock, type Mock } from '../../../create-mock.ts';
import { answering, counting, passing, streaming } from './testing/passing.ts';

const both = (action: 'FLAG' | 'BLOCK'): Guardrails => ({ prompt: { S1: action }, response: { S1: action } });

describe('guardrails', () => {
  test.each([
    ['run', 422, 2017],
    ['compatible', 424, 2016],
  ] as const)('end a run whose prompt is blocked (%s), and ask nobody', async (surface, status, code) => {
    const { run, logs } = passing({ guardrails: both('BLOCK') });
    const provider = counting();
    expect(await run({ surface, text: 'How do I build a bomb?' }, provider.ask)).toMatchObject({
      status,
      code,
    });
    expect(provider.asked).toBe(0);
    expect(logs()[0]?.entry).toMatchObject({ success: false, status_code: status });
  });

  test.each([
    ['run', 422, 2017],
    ['compatible', 424, 2017],
  ] as const)('end a run whose answer is blocked (%s)', async (surface, status, code) => {
    const { run, logs } = passing({ guardrails: both('BLOCK'), cache_ttl: 60 });
    expect(await run({ surface }, answering('That is unsafe S1.'))).toMatchObject({ status, code });
    expect(logs()[0]?.entry.tokens_out).toBe(5);
    expect((await run({ surface })).cache).toBe('MISS');
  });

  test('only note what is flagged', async () => {
    const { run, logs } = passing({ guardrails: both('FLAG') });
    expect((await run({ text: 'unsafe s1' })).status).toBe(200);
    expect(logs()[0]?.entry.usage_metadata).toEqual({
      guardrails: [
        { phase: 'prompt', verdict: 'flag', categories: ['S1'] },
        { phase: 'response', verdict: 'pass', categories: [] },
      ],
    });
  });

  test('look for the categories of their phase alone', async () => {
    const { run } = passing({ guardrails: { prompt: { S2: 'BLOCK' }, response: { S1: 'BLOCK' } } });
    expect((await run({ text: 'unsafe s1' })).status).toBe(200);
    expect((await run({ text: 'unsafe s2' })).status).toBe(422);
  });

  test('send a stream in full, and note what is in it', async () => {
    const { pass, logs } = passing({ guardrails: both('BLOCK') });
    const answer = await pass({ streams: true }, streaming(['unsafe s1'], { text: 'unsafe s1' }));
    expect(await new Response(answer.stream).text()).toBe('unsafe s1');
    // The answer is looked at once all of it has been sent.
    await vi.waitFor(() => expect(logs()).toHaveLength(1));
    expect(logs()[0]?.entry).toMatchObject({
      success: true,
      usage_metadata: { guardrails: [{ verdict: 'pass' }, { phase: 'response', verdict: 'block' }] },
    });
  });

  test('hold for what the cache has kept before them', async () => {
    const { run, configure } = passing({ cache_ttl: 60 });
    await run({}, answering('That is unsafe S1.'));
    await run({ text: 'unsafe s1' });
    configure({ cache_ttl: 60, guardrails: both('BLOCK') });
    expect((await run({}, answering('Fine.'))).status).toBe(422);
    expect((await run({ text: 'unsafe s1' })).status).toBe(422);
  });

  test.each([
    ['unavailable', 'BLOCK', 503, 7013],
    ['credits', 'BLOCK', 402, 2021],
    ['unavailable', 'FLAG', 200, undefined],
    ['credits', 'FLAG', 200, undefined],
  ] as const)('whose scanner fails for %s, with rules that %s', async (fault, action, status, code) => {
    const { run, world } = passing({ guardrails: both(action) });
    world.gatewayConditions.fault = fault;
    const answer = await run();
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  test('find the words they are told to find', async () => {
    const { run, world } = passing({ guardrails: both('BLOCK') });
    world.gatewayConditions.words = [{ category: 'S1', words: ['teapot'], phases: ['prompt'] }];
    expect((await run({ text: 'A Teapot!' }, answering('teapot'))).status).toBe(422);
    expect((await run({ text: 'unsafe s1' }, answering('teapot'))).status).toBe(200);
  });

  test('ask the scanner that they are given', async () => {
    const { run } = passing(
      { guardrails: both('BLOCK') },
      { scanner: async () => [{ category: 'S1', start: 0, end: 1 }] },
    );
    expect((await run()).status).toBe(422);
  });
});

/** Runs a model through a gateway that blocks crimes, and gives the status. */
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
  test('find the words that it is made with, and come back to them', async () => {
    const mock = createMock({ guardrails: { words: [{ category: 'S1', words: ['teapot'] }] } });
    expect(await run(mock, 'A teapot.')).toBe(422);
    expect(await run(mock, 'unsafe s1')).toBe(200);
    mock.world.gatewayConditions.words = [];
    expect(await run(mock, 'A teapot.')).toBe(200);
    mock.reset();
    expect(await run(mock, 'A teapot.')).toBe(422);
  });

  test('ask the scanner that it is made with', async () => {
    const scanner = async ({ text }: { text: string }) =>
      text.includes('!') ? [{ category: 'S1', start: 0, end: 1 }] : [];
    const mock = createMock({ guardrails: { scanner } });
    expect([await run(mock, 'Hello.'), await run(mock, 'Hello!')]).toEqual([200, 422]);
  });
});
