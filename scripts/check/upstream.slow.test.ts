import { afterEach, describe, expect, it } from 'vitest';
import {
  answerWithEvents,
  DONE,
  delta,
  finish,
  openStream,
  type StubHandler,
  StubUpstream,
} from '../../mock/engines/models/upstream/testing/stub-upstream.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { serverSentEvents } from '../../spec/server-sent-events.ts';
import { logSchema } from '../../spec/services/ai-gateway/logs.ts';

// The whole path of a request: client, API, gateway, format, upstream, over real sockets.

const messages = [{ role: 'user', content: 'Hello.' }];

/** Each format, with a hosted model and with one of a third party. */
const surfaces: readonly (readonly [
  name: string,
  operation: OperationId,
  path: string,
  body: Readonly<Record<string, unknown>>,
])[] = [
  [
    'chat completions',
    'inference.chat-completions',
    '/v1/chat/completions',
    { model: 'openai/gpt-5', messages },
  ],
  [
    'chat completions of a hosted model',
    'inference.chat-completions',
    '/v1/chat/completions',
    { model: '@cf/qwen/qwen3-30b-a3b-fp8', messages },
  ],
  ['responses', 'inference.responses', '/v1/responses', { model: 'openai/gpt-5', input: 'Hello.' }],
  [
    'messages',
    'inference.messages',
    '/v1/messages',
    { model: 'anthropic/claude-sonnet-5', max_tokens: 64, messages },
  ],
  [
    'a run of a hosted model',
    'inference.run-model',
    '/run/@cf/meta/llama-3.1-8b-instruct',
    { prompt: 'Hello.' },
  ],
];

const apiKey = 'a-key-that-nobody-may-see';
const mocks: Mock[] = [];
afterEach(async () => {
  for (const mock of mocks.splice(0)) await mock.close();
});

/** A mock on its own port, whose models have an upstream with short time-outs. */
async function start({ baseUrl }: StubUpstream, timeouts = { headMs: 1500, betweenMs: 1500 }) {
  const mock = createMock({ models: { upstream: { baseUrl, apiKey, timeouts } } });
  mocks.push(mock);
  const { api } = await mock.listen({ port: 0 });
  const account = `${api}/accounts/${mock.defaults.accountId}`;
  const headers = {
    authorization: `Bearer ${mock.defaults.apiToken}`,
    'content-type': 'application/json',
    'cf-aig-gateway-id': 'default',
  };
  const ask = (path: string, body: object, signal?: AbortSignal) =>
    fetch(`${account}/ai${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  const logs = async () => {
    const answer = await fetch(`${account}/ai-gateway/gateways/default/logs`, { headers });
    const { result }: { result: unknown[] } = await answer.json();
    return result.map((log) => logSchema.parse(log));
  };
  /** Waits for as many logs as requests: a log is written after the end of its answer. */
  const logged = (count: number) => expect.poll(logs, { timeout: 5000 }).toHaveLength(count).then(logs);
  return { mock, ask, logged };
}

/** Details that no client of a model needs. */
function leaksNothing(text: string): void {
  for (const secret of [apiKey, '/mock/', 'node_modules', '    at ']) expect(text).not.toContain(secret);
}

const some = delta({ content: 'some' });

describe.each<[string, StubHandler, RegExp]>([
  ['hangs', (response) => openStream(response, some), /in time|timeout/],
  [
    'resets the connection',
    (response) => {
      openStream(response, some);
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    },
    /connection/,
  ],
  ['ends', answerWithEvents(some), /upstream/],
  ['sends an event that is not JSON', answerWithEvents(some, 'data: {"choices":[\n\n'), /what is not JSON/],
  [
    'reports an error',
    answerWithEvents(some, 'data: {"error":{"message":"Out of memory."}}\n\n'),
    /Out of memory/,
  ],
])('an upstream that %s in the middle', (_, handler, says) => {
  it.each(surfaces)(
    'ends a stream of %s with an error, and is logged',
    async (_name, operation, path, body) => {
      await using stub = await StubUpstream.start(handler);
      const { ask, logged } = await start(stub);
      const endpoint: Endpoint = contract[operation];
      const answer = await ask(path, { ...body, stream: true });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      const events = [];
      for await (const event of serverSentEvents(answer.body ?? new ReadableStream())) events.push(event);
      for (const { data } of events)
        expect(endpoint.events?.safeParse(JSON.parse(data)).error).toBeUndefined();
      expect(events.map(({ data }) => data).join('')).toContain('some');
      expect(events.at(-1)?.data).toMatch(says);
      leaksNothing(JSON.stringify(events));
      expect(await logged(1)).toMatchObject([{ success: false }]);
      await stub.allClosed();
    },
  );
});

describe('an upstream that trickles', () => {
  it('is streamed through as it comes, as long as it sends something', async () => {
    const words = Array.from({ length: 8 }, (_, index) => `${index} `);
    await using stub = await StubUpstream.start(async (response) => {
      openStream(response);
      for (const word of words) {
        response.write(delta({ content: word }));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      response.end(finish('stop') + DONE);
    });
    // Longer in total than any allowed pause.
    const { ask } = await start(stub);
    const started = performance.now();
    const answer = await ask('/v1/chat/completions', { model: 'openai/gpt-5', messages, stream: true });
    const texts: string[] = [];
    const times: number[] = [];
    for await (const { data } of serverSentEvents(answer.body ?? new ReadableStream())) {
      const text = /"content":"([^"]+)"/.exec(data)?.[1];
      if (text === undefined) continue;
      texts.push(text);
      times.push(performance.now() - started);
    }
    expect(texts).toEqual(words);
    // The first one came before most of them were sent.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500);
  });
});

describe('a client that goes away', () => {
  const endless: StubHandler = (response) => {
    openStream(response, some);
    const timer = setInterval(() => response.write(some), 10);
    response.on('close', () => clearInterval(timer));
  };

  it.each<[string, StubHandler, boolean]>([
    ['before the upstream answers', () => {}, true],
    ["before the upstream's answer is complete", endless, false],
  ])('cancels its request %s', async (_, handler, stream) => {
    await using stub = await StubUpstream.start(handler);
    const { ask, logged } = await start(stub, { headMs: 60_000, betweenMs: 60_000 });
    const controller = new AbortController();
    const asking = ask(
      '/v1/chat/completions',
      { model: 'openai/gpt-5', messages, stream },
      controller.signal,
    );
    await expect.poll(() => stub.requests.length).toBe(1);
    controller.abort();
    await expect(asking).rejects.toThrow();
    await stub.allClosed();
    expect(await logged(1)).toMatchObject([{ success: false }]);
  });

  it.each(surfaces)('cancels its request in a stream of %s', async (_name, _operation, path, body) => {
    await using stub = await StubUpstream.start(endless);
    const { ask, logged } = await start(stub, { headMs: 60_000, betweenMs: 60_000 });
    const controller = new AbortController();
    const answer = await ask(path, { ...body, stream: true }, controller.signal);
    await answer.body?.getReader().read();
    controller.abort();
    await stub.allClosed();
    expect(await logged(1)).toHaveLength(1);
  });
});
