import { describe, expect, it } from 'vitest';
import { createMock } from '../../create-mock.ts';
import type { MockOptions } from '../../options.ts';

function api(options: MockOptions = {}) {
  const mock = createMock(options);
  const base = `http://localhost/client/v4/accounts/${mock.defaults.accountId}/ai/`;
  const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const authorization = `Bearer ${mock.defaults.apiToken}`;
    const sent = { authorization, 'content-type': 'application/json', ...headers };
    return mock.fetch(new Request(base + path, { method: 'POST', headers: sent, body: text }));
  };
  return { mock, ask };
}

const user = { role: 'user', content: 'Hello' };
const gateway = { 'cf-aig-gateway-id': 'default' };
const hosted = '@cf/meta/llama-3.1-8b-instruct';
const bodies = {
  run: { model: 'openai/gpt-5', input: { messages: [user] } },
  'v1/chat/completions': { model: 'openai/gpt-5', messages: [user] },
  'v1/responses': { model: 'openai/gpt-5', input: 'Hello' },
  'v1/messages': { model: 'anthropic/claude-sonnet-5', max_tokens: 64, messages: [user] },
  'v1/v1/messages': { model: 'anthropic/claude-sonnet-5', max_tokens: 64, messages: [user] },
} as const;

describe('the inference service', () => {
  it.each(Object.entries(bodies))('answers %s, and the same again', async (path, body) => {
    const texts = await Promise.all(
      [1, 2].map(async () => {
        const { ask } = api();
        const response = await ask(path, body);
        expect(response.status).toBe(200);
        expect(response.headers.get('cf-aig-log-id')).toMatch(/^[\da-f-]{36}$/);
        return (await response.text()).replace(/"(created|created_at|completed_at)":\d+/g, '');
      }),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  it.each(['v1/chat/completions', 'v1/responses', 'v1/messages'] as const)(
    'streams %s to its end',
    async (path) => {
      const { ask } = api();
      const response = await ask(path, { ...bodies[path], stream: true });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      expect(await response.text()).toMatch(/\[DONE\]|response\.completed|message_stop/);
    },
  );

  it.each([
    ['run', { model: hosted, input: { prompt: 'Hello' } }],
    [`run/${hosted}`, { prompt: 'Hello' }],
    ['v1/chat/completions', { model: hosted, messages: [user] }],
    ['v1/responses', { model: '@cf/openai/gpt-oss-120b', input: 'Hello' }],
    ['v1/embeddings', { model: '@cf/baai/bge-m3', input: 'Hello' }],
    ['run', { model: hosted, input: { prompt: 'Hello' }, options: { background: true } }],
    [`run/@cf/baai/bge-m3?queueRequest=true`, { requests: [{ text: 'Hello' }] }],
  ])('wants %s to name the gateway of a hosted model', async (path, body) => {
    const refused = await api().ask(path, body);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('cf-aig-gateway-id');
    expect((await api().ask(path, body, gateway)).status).toBeLessThan(300);
    expect((await api({ gatewayHeader: 'optional' }).ask(path, body)).status).toBeLessThan(300);
  });

  it.each([
    ['v1/chat/completions', '{', 400],
    ['v1/responses', { model: 'openai/gpt-5' }, 400],
    ['v1/messages', { ...bodies['v1/messages'], model: 'openai/gpt-0' }, 404],
    ['run/openai/gpt-5', '[]', 400],
  ])('refuses a wrong body of %s in its own shape', async (path, body, status) => {
    const response = await api().ask(path, body);
    expect(response.status).toBe(status);
    const { error, errors } = await response.json();
    expect((error ?? errors[0]).message).toBeTypeOf('string');
  });

  it('takes an API token as a key of the messages format alone', async () => {
    const { mock } = api();
    const url = `http://localhost/client/v4/accounts/${mock.defaults.accountId}/ai/v1/`;
    const send = (path: keyof typeof bodies) =>
      mock.fetch(
        new Request(`${url}${path.replace('v1/', '')}`, {
          method: 'POST',
          headers: { 'x-api-key': mock.defaults.apiToken, 'content-type': 'application/json' },
          body: JSON.stringify(bodies[path]),
        }),
      );
    expect((await send('v1/messages')).status).toBe(200);
    expect((await send('v1/chat/completions')).status).toBe(400);
  });

  it('answers a background run before its model does', async () => {
    const { mock, ask } = api();
    mock.models.add({ reply: { text: 'Late.', delayMs: 50 } });
    const accepted = await ask('run', { ...bodies.run, options: { background: true } });
    expect(accepted.status).toBe(202);
    const { result } = await accepted.json();
    expect(result).toMatchObject({ state: 'Queued', model: 'openai/gpt-5' });
    await mock.webhooks();
    const run = mock.world.account(mock.defaults.accountId)?.backgroundRuns.get(result.id);
    expect(run).toMatchObject({ id: result.id, state: 'Completed', provider: 'openai' });
    expect(JSON.stringify(run)).toContain('Late.');
  });

  it('goes on with a response, and forgets it when it is reset', async () => {
    const { mock, ask } = api();
    const first = await (
      await ask('v1/responses', { ...bodies['v1/responses'], input: 'My name is Ada.' })
    ).json();
    const next = { ...bodies['v1/responses'], input: 'What is my name?', previous_response_id: first.id };
    expect((await (await ask('v1/responses', next)).json()).output_text).toContain('Ada');
    mock.reset();
    expect((await ask('v1/responses', next)).status).toBe(400);
  });
});
