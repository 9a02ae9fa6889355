import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Generation, Message, ModelBackend } from '../backend.ts';
import { createRecordingBackend } from '../record/create-recording-backend.ts';
import { createReplayingBackend } from '../record/create-replaying-backend.ts';
import { MemoryStore } from '../record/store.ts';
import { collect, textOfEvents, userSays } from '../replies/testing/script.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { MODEL, never as signal } from './testing/ask.ts';

const tools = [
  { name: 'forecast', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
];

describe('a third-party server as the upstream', () => {
  const server = new LLMock({ port: 0, host: '127.0.0.1', chunkSize: 4 });
  let models: ModelBackend;
  const ask = (text: string, more: Partial<Generation> = {}) =>
    collect(models.generate(MODEL, { messages: [userSays(text)], ...more }, signal));

  beforeAll(async () => {
    server.onMessage('hello', { content: 'Hello, world: Grüße! 👋', reasoning: 'They greet.' });
    server.onMessage(
      'truncated',
      { content: 'This text is cut off in the middle' },
      { truncateAfterChunks: 3 },
    );
    server.onMessage('full', { error: { message: 'Too many.', type: 'rate_limit_error' }, status: 429 });
    server.on(
      { userMessage: 'weather', hasToolResult: false },
      {
        toolCalls: [
          { name: 'forecast', arguments: '{"city":"Oslo"}', id: 'call_a' },
          { name: 'forecast', arguments: '{"city":"Rome"}', id: 'call_b' },
        ],
      },
    );
    server.on({ userMessage: 'weather', hasToolResult: true }, { content: 'Cold and warm.' });
    server.onEmbedding('texts', { embedding: [3, 4] });
    models = createUpstreamBackend({ baseUrl: `${await server.start()}/v1`, modelMap: { '*': 'gpt-4o' } });
  });
  afterAll(() => server.stop());

  it('streams reasoning and text in pieces, with usage', async () => {
    const events = await ask('hello');
    expect(textOfEvents(events)).toBe('Hello, world: Grüße! 👋');
    expect(events.filter((event) => event.type === 'text').length).toBeGreaterThan(3);
    expect(events.map((event) => (event.type === 'reasoning' ? event.text : '')).join('')).toBe(
      'They greet.',
    );
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  it('calls tools, and uses their results', async () => {
    const events = await ask('weather', { tools });
    const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event] : []));
    const json = (index: number) =>
      events
        .map((event) => (event.type === 'tool-arguments' && event.index === index ? event.json : ''))
        .join('');
    expect(calls).toMatchObject([
      { index: 0, id: 'call_a', name: 'forecast' },
      { index: 1, id: 'call_b', name: 'forecast' },
    ]);
    expect([json(0), json(1)]).toEqual(['{"city":"Oslo"}', '{"city":"Rome"}']);
    expect(events.at(-1)).toMatchObject({ reason: 'tool-calls' });
    const messages: Message[] = [
      userSays('weather'),
      {
        role: 'assistant',
        parts: [],
        toolCalls: calls.map(({ id, name, index }) => ({ id, name, arguments: json(index) })),
      },
      ...calls.map(
        ({ id }): Message => ({ role: 'tool', callId: id, parts: [{ type: 'text', text: '{"degrees":4}' }] }),
      ),
    ];
    expect(textOfEvents(await ask('', { messages, tools }))).toBe('Cold and warm.');
  });

  it.each([
    ['truncated', 'unavailable', undefined],
    ['full', 'overloaded', 429],
  ])('fails for %s', async (text, reason, status) => {
    await expect(ask(text)).rejects.toMatchObject({ reason, status });
  });

  it('embeds texts', async () => {
    const { vectors } = await models.embed(MODEL, { texts: ['texts 1', 'texts 2'] }, signal);
    const unit = new Float32Array([0.6, 0.8]);
    expect(vectors).toEqual([unit, unit]);
  });

  it('is replayed without another request', async () => {
    const store = new MemoryStore();
    const request = { messages: [userSays('hello')] };
    const events = await collect(createRecordingBackend(models, store).generate(MODEL, request, signal));
    const asked = server.getRequests().length;
    const replay = createReplayingBackend(store, { strict: true, speed: 0 });
    expect(await collect(replay.generate(MODEL, request, signal))).toEqual(events);
    expect(server.getRequests().length).toBe(asked);
  });
});
