import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { takePort } from '../../../testing/ports.ts';
import type { Generation, GenerationEvent, ModelBackend } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { collect, textOfEvents, userSays } from '../replies/testing/echo-backend.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import type { UpstreamOptions } from './options.ts';
import {
  answerWith,
  answerWithEvents,
  answerWithJson,
  chunk,
  DONE,
  delta,
  event,
  finish,
  head,
  LAST_CHUNK,
  type StubHandler,
  StubUpstream,
} from './testing/stub-upstream.ts';

const MODEL = { id: '@cf/meta/llama-3.1-8b-instruct' };
const REQUEST: Generation = { messages: [userSays('Hello')] };
const never = new AbortController().signal;

/** What a stub's answer becomes. */
async function eventsOf(handler: StubHandler, request = REQUEST): Promise<GenerationEvent[]> {
  await using stub = await StubUpstream.start(handler);
  return await collect(createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, request, never));
}

/** All events before a failure, and the failure. */
async function outcomeOf(events: AsyncIterable<GenerationEvent>) {
  const seen: GenerationEvent[] = [];
  try {
    for await (const next of events) seen.push(next);
  } catch (error) {
    return { text: textOfEvents(seen), seen, error };
  }
  return { text: textOfEvents(seen), seen, error: undefined };
}

/** How a generation fails by what a stub answers; every connection is closed by it. */
async function failureOf(handler: StubHandler, options: Partial<UpstreamOptions> = {}) {
  await using stub = await StubUpstream.start(handler);
  const models = createUpstreamBackend({ baseUrl: stub.baseUrl, ...options });
  const outcome = await outcomeOf(models.generate(MODEL, REQUEST, never));
  if (!(outcome.error instanceof ModelError)) throw new Error(`no ModelError: ${outcome.error}`);
  const { reason, status, message } = outcome.error;
  return { reason, status, message, text: outcome.text };
}

describe('a stream of an upstream', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } };
  const whole = [
    delta({ role: 'assistant', content: '' }),
    delta({ content: 'Grüß ' }),
    delta({ content: 'Gott 👋' }),
    finish('stop'),
    event({ choices: [], usage }),
    DONE,
  ];
  const expected = [
    { type: 'text', text: 'Grüß ' },
    { type: 'text', text: 'Gott 👋' },
    { type: 'finish', reason: 'stop', usage: { inputTokens: 9, outputTokens: 3, cachedTokens: 4 } },
  ];
  const bytes = (text: string) => new TextEncoder().encode(text);
  const cut = (text: string, size: number) =>
    Array.from({ length: Math.ceil(bytes(text).length / size) }, (_, index) =>
      bytes(text).subarray(index * size, (index + 1) * size),
    );
  const joined = whole.join('');

  it.each<[string, readonly (string | Uint8Array)[]]>([
    ['in an event each', whole],
    ['in one piece', [joined]],
    ['byte by byte', cut(joined, 1)],
    ['in pieces of seven bytes', cut(joined, 7)],
    ['with CRLF', [joined.replaceAll('\n', '\r\n')]],
    ['with CRLF, byte by byte', cut(joined.replaceAll('\n', '\r\n'), 1)],
    ['with CR', [joined.replaceAll('\n', '\r')]],
    ['with comments', whole.flatMap((text) => [': alive\n\n', `:\n${text}`])],
    ['with a byte order mark', [`\ufeff${joined}`]],
    ['without spaces after colons', [joined.replaceAll('data: ', 'data:')]],
    ['with ids, names and retries', whole.map((text, id) => `id: ${id}\nretry: 9\nevent: message\n${text}`)],
    ['with data on several lines', [joined.replaceAll('"choices":', '\ndata: "choices":\ndata: ')]],
    ['without a blank line at the end', [joined.trimEnd()]],
    ['without [DONE]', whole.slice(0, -1)],
    ['without [DONE] and a blank line', [whole.slice(0, -1).join('').trimEnd()]],
    ['with usage in each chunk', [joined.replaceAll('"id":"c"', '"usage":{"prompt_tokens":1}')]],
    ['with null usage in each chunk', [joined.replaceAll('"id":"c"', '"usage":null')]],
    [
      'with null for all that is not said',
      [joined.replaceAll('"content":""', '"content":null,"tool_calls":null')],
    ],
    ['with signs of life', whole.flatMap((text) => ['data:\n\n', event({}), event({ type: 'ping' }), text])],
    ['with a null delta', [delta(null), ...whole]],
    [
      'with a second choice',
      [...whole.slice(0, 2), event({ choices: [{ index: 1, delta: { content: 'X' } }] }), ...whole.slice(2)],
    ],
    ['with something after [DONE]', [joined, event('nonsense')]],
    ['after blank space', [' \n', '\r\n', joined]],
  ])('is understood %s', async (_, pieces) => {
    expect(await eventsOf(answerWithEvents(...pieces))).toEqual(expected);
  });

  it('is understood whatever type it claims to be', async () => {
    expect(await eventsOf(answerWith('application/json', joined))).toEqual(expected);
  });

  it('is understood when it comes whole although a stream was asked for', async () => {
    const message = {
      role: 'assistant',
      reasoning_content: 'hm',
      content: 'Hi.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'time', arguments: '{"zone":1}' } }],
    };
    const answer = {
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
      usage,
    };
    for (const type of ['application/json', 'text/event-stream']) {
      expect(await eventsOf(answerWith(type, JSON.stringify(answer, null, 2)))).toEqual([
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Hi.' },
        { type: 'tool-call', index: 0, id: 'a', name: 'time' },
        { type: 'tool-arguments', index: 0, json: '{"zone":1}' },
        { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 9, outputTokens: 3, cachedTokens: 4 } },
      ]);
    }
  });

  it.each([
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['tool_calls', 'tool-calls'],
    ['function_call', 'tool-calls'],
    ['content_filter', 'content-filter'],
  ])('finishes by %s as %s', async (said, reason) => {
    const events = await eventsOf(answerWithEvents(delta({ content: 'a' }), finish(said), DONE));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason });
  });

  it('is complete by [DONE] alone', async () => {
    const events = await eventsOf(answerWithEvents(delta({ content: 'a' }), DONE));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  it('says which stop text ended it, when it is one of the request', async () => {
    const stopped = delta({}, { finish_reason: 'stop', stop_reason: 'END' });
    const ended = await eventsOf(answerWithEvents(stopped, DONE), { ...REQUEST, stop: ['END'] });
    const other = await eventsOf(answerWithEvents(stopped, DONE));
    expect([ended.at(-1), other.at(-1)]).toMatchObject([{ stop: 'END' }, {}]);
    expect(other.at(-1)).not.toHaveProperty('stop');
  });

  it.each(['reasoning_content', 'reasoning'])('reasons by %s', async (name) => {
    const both = { reasoning_content: 'c', reasoning: 'c' };
    const events = await eventsOf(
      answerWithEvents(delta({ [name]: 'ab' }), delta(both), delta({ content: 'd' }), finish('stop'), DONE),
    );
    expect(events).toMatchObject([
      { type: 'reasoning', text: 'ab' },
      { type: 'reasoning', text: 'c' },
      { type: 'text', text: 'd' },
      { type: 'finish', usage: { inputTokens: 2, outputTokens: 2, reasoningTokens: 1 } },
    ]);
  });

  it('reads refusals and lists of parts as text', async () => {
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    const events = await eventsOf(
      answerWithEvents(delta({ content: parts }), delta({ refusal: 'No.' }), DONE),
    );
    expect(textOfEvents(events)).toBe('abNo.');
  });

  it('says as soon as it can what has come so far', async () => {
    const gate = Promise.withResolvers<void>();
    await using stub = await StubUpstream.start(async (socket) => {
      socket.write(head('text/event-stream'));
      socket.write(chunk(delta({ content: 'a' })));
      await gate.promise;
      socket.write(chunk(finish('stop')));
      socket.write(LAST_CHUNK);
    });
    const events = createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, REQUEST, never);
    const iterator = events[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ type: 'text', text: 'a' });
    gate.resolve();
    expect((await iterator.next()).value).toMatchObject({ type: 'finish' });
    expect((await iterator.next()).done).toBe(true);
  });
});

describe('an upstream that fails', () => {
  const some = delta({ content: 'some' });
  const error = (text: string) => JSON.stringify({ error: { message: text, type: 'x', code: null } });

  it.each<[string, string, string, string, string]>([
    ['an error of OpenAI', '400 Bad Request', error('no such tool'), 'bad-input', '400: no such tool'],
    ['an unknown model', '404 Not Found', error('no model'), 'bad-input', '404: no model'],
    ['a wrong key', '401 Unauthorized', error('bad key'), 'unavailable', '401: bad key'],
    ['no capacity', '429 Too Many Requests', error('slow down'), 'overloaded', '429: slow down'],
    ['a model that loads', '503 Service Unavailable', error('loading'), 'overloaded', '503: loading'],
    ['a proxy that gave up', '504 Gateway Timeout', '', 'timeout', '504.'],
    ['a server error', '500 Oops', error('crashed'), 'unavailable', '500: crashed'],
    ['an error of Ollama', '404 Not Found', '{"error":"pull it first"}', 'bad-input', '404: pull it first'],
    [
      'an error of vLLM',
      '400 Bad Request',
      '{"object":"error","message":"too long"}',
      'bad-input',
      '400: too long',
    ],
    [
      'an error of FastAPI',
      '422 Oops',
      '{"detail":[{"loc":["a"],"msg":"wrong"}]}',
      'bad-input',
      '422: wrong',
    ],
    ['a detail', '400 Oops', '{"detail":"wrong"}', 'bad-input', '400: wrong'],
    ['an envelope', '400 Oops', '{"errors":[{"code":7,"message":"wrong"}]}', 'bad-input', '400: wrong'],
    [
      'a page',
      '502 Bad Gateway',
      '<html><head><title> Bad gateway </title>',
      'unavailable',
      '502: Bad gateway',
    ],
    ['a page without title', '502 Bad Gateway', '<!doctype html><p>', 'unavailable', '502: an HTML page'],
    ['a text', '500 Oops', 'it broke\n', 'unavailable', '500: it broke'],
  ])('fails for %s', async (_, status, body, reason, message) => {
    expect(await failureOf(answerWith('text/plain', body, status))).toEqual({
      reason,
      status: Number(status.slice(0, 3)),
      message: `The upstream answered ${message}`,
      text: '',
    });
  });

  it('does not read an error without end', async () => {
    const failure = await failureOf((socket) => {
      socket.write(head('text/plain', '500 Oops'));
      const write = () => {
        while (!socket.destroyed && socket.write(chunk('x'.repeat(65_536))));
      };
      socket.on('drain', write);
      write();
    });
    expect(failure).toMatchObject({ reason: 'unavailable', status: 500 });
    expect(failure.message.length).toBeLessThan(1100);
  });

  it('follows no redirect', async () => {
    const failure = await failureOf(
      answerWith('text/plain', '', '302 Found', 'location: https://other.test/v1\r\n'),
    );
    expect(failure).toMatchObject({ reason: 'unavailable' });
    expect(failure.message).toContain('https://other.test/v1');
  });

  it.each<[string, readonly string[], string, number | undefined, string]>([
    ['JSON that is broken', [some, 'data: {"choices":[\n\n', DONE], 'malformed', undefined, 'some'],
    ['an event that is no object', [some, event(7), DONE], 'malformed', undefined, 'some'],
    ['choices that are none', [event({ choices: 'x' }), DONE], 'malformed', undefined, ''],
    ['a choice that is none', [event({ choices: [7] }), DONE], 'malformed', undefined, ''],
    ['no choices at all', [event({ id: 'c' }), DONE], 'malformed', undefined, ''],
    ['nothing but [DONE]', [DONE], 'malformed', undefined, ''],
    ['nothing', [], 'unavailable', undefined, ''],
    ['an end in the middle', [some], 'unavailable', undefined, 'some'],
    ['an end in the middle of an event', [some, 'data: {"choices":[{"del'], 'unavailable', undefined, 'some'],
    ['a page', ['<html><title>Hi</title>'], 'malformed', undefined, ''],
    [
      'an error of OpenAI',
      [some, event({ error: { message: 'm', type: 'server_error' } })],
      'unavailable',
      undefined,
      'some',
    ],
    [
      'an error of no capacity',
      [some, event({ error: { message: 'm', type: 'rate_limit_exceeded' } })],
      'overloaded',
      undefined,
      'some',
    ],
    ['an error with a status', [event({ error: { message: 'm', code: 400 } })], 'bad-input', 400, ''],
    [
      'an error with a status as text',
      [event({ error: { message: 'm', code: '429' } })],
      'overloaded',
      429,
      '',
    ],
    ['an error that is a text', [some, event({ error: 'm' })], 'unavailable', undefined, 'some'],
    ['an error of vLLM', [event({ object: 'error', message: 'm', code: 400 })], 'bad-input', 400, ''],
    [
      'an event that is named error',
      [some, `event: error\n${event({ message: 'm' })}`],
      'unavailable',
      undefined,
      'some',
    ],
    ['an error field', [some, 'error: {"code":500,"message":"m"}\n\n'], 'unavailable', 500, 'some'],
    ['an error that is no JSON', [some, 'event: error\ndata: m\n\n'], 'unavailable', undefined, 'some'],
    ['a finish by error', [some, finish('error'), DONE], 'unavailable', undefined, 'some'],
  ])('fails for a stream with %s', async (_, pieces, reason, status, text) => {
    const failure = await failureOf(answerWithEvents(...pieces));
    expect(failure).toMatchObject({ reason, status, text });
    expect(failure.message).toMatch(/^The upstream .+\S\.?$/);
  });

  it('passes on what an error of a stream says', async () => {
    const failure = await failureOf(answerWithEvents(event({ error: { message: 'out of memory' } })));
    expect(failure.message).toBe('The upstream broke off: out of memory');
  });

  it('fails for an error with the status of a success', async () => {
    expect(await failureOf(answerWithJson({ error: { message: 'no', code: 429 } }))).toMatchObject({
      reason: 'overloaded',
      status: 429,
    });
    expect(await failureOf(answerWithJson({ hello: 'world' }))).toMatchObject({ reason: 'malformed' });
    expect(await failureOf(answerWith('application/json', '{"choices":'))).toMatchObject({
      reason: 'malformed',
    });
  });

  it('fails when nobody listens', async () => {
    const port = await takePort();
    await port.free();
    const models = createUpstreamBackend({ baseUrl: `http://127.0.0.1:${port.port}/v1`, apiKey: 'secret' });
    const { error: failure } = await outcomeOf(models.generate(MODEL, REQUEST, never));
    expect(failure).toMatchObject({ reason: 'unavailable', status: undefined });
    expect(String(failure)).toContain(`127.0.0.1:${port.port}`);
    expect(String(failure)).not.toContain('secret');
  });

  it.each<[string, StubHandler, string]>([
    ['before it answers', (socket) => socket.destroy(), ''],
    ['in the head', (socket) => void socket.write('HTTP/1.1 200 OK\r\nconte', () => socket.destroy()), ''],
    ['with no HTTP', (socket) => void socket.end('hello\r\n\r\n'), ''],
    [
      'in the middle of a chunk',
      (socket) => {
        socket.write(head('text/event-stream'));
        socket.write(chunk(some));
        socket.write('ff\r\ndata: {"cho');
        setTimeout(() => socket.destroy(), 20);
      },
      'some',
    ],
    [
      'by a reset',
      (socket) => {
        socket.write(head('text/event-stream'));
        socket.write(chunk(some));
        setTimeout(() => socket.resetAndDestroy(), 20);
      },
      'some',
    ],
    [
      'by the end of a body without length',
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${some}`),
      'some',
    ],
  ])('fails when the connection ends %s', async (_, handler, text) => {
    expect(await failureOf(handler)).toMatchObject({ reason: 'unavailable', status: undefined, text });
  });

  it.each<[string, StubHandler, Partial<NonNullable<UpstreamOptions['timeouts']>>, string]>([
    ['the head', () => {}, { headMs: 60 }, ''],
    ['the rest of the head', (socket) => void socket.write('HTTP/1.1 200 OK\r\n'), { headMs: 60 }, ''],
    ['the first event', (socket) => void socket.write(head('text/event-stream')), { headMs: 60 }, ''],
    [
      'the next event',
      (socket) => {
        socket.write(head('text/event-stream'));
        socket.write(chunk(some));
      },
      { betweenMs: 60 },
      'some',
    ],
    [
      'the end of a stream of comments',
      (socket) => {
        socket.write(head('text/event-stream'));
        const timer = setInterval(() => socket.write(chunk(': alive\n\n')), 10);
        socket.on('close', () => clearInterval(timer));
      },
      { betweenMs: 5000, totalMs: 100 },
      '',
    ],
  ])('fails when it keeps everybody waiting for %s', async (_, handler, timeouts, text) => {
    const start = performance.now();
    await using stub = await StubUpstream.start(handler);
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl, timeouts });
    const outcome = await outcomeOf(models.generate(MODEL, REQUEST, never));
    expect(outcome).toMatchObject({ error: { reason: 'timeout' }, text });
    expect(performance.now() - start).toBeLessThan(3000);
    await stub.allClosed();
  });

  it('does not count the time in which nobody asks for more', async () => {
    await using stub = await StubUpstream.start(answerWithEvents(some, some, finish('stop'), DONE));
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl, timeouts: { betweenMs: 60, headMs: 60 } });
    let text = '';
    for await (const next of models.generate(MODEL, REQUEST, never)) {
      await new Promise((resolve) => setTimeout(resolve, 120));
      if (next.type === 'text') text += next.text;
    }
    expect(text).toBe('somesome');
  });

  it.each<[string, StubHandler]>([
    ['hangs', () => {}],
    ['breaks', (socket) => void setTimeout(() => socket.resetAndDestroy(), 20)],
  ])('is complete when the connection %s after the finish', async (_, after) => {
    await using stub = await StubUpstream.start((socket, request) => {
      socket.write(head('text/event-stream'));
      socket.write(chunk(some));
      socket.write(chunk(finish('stop')));
      return after(socket, request);
    });
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl, timeouts: { endMs: 60 } });
    const events = await collect(models.generate(MODEL, REQUEST, never));
    expect(events.at(-1)).toMatchObject({ type: 'finish', usage: { inputTokens: 2, outputTokens: 1 } });
    await stub.allClosed();
  });

  it('is done by [DONE], though the connection stays open', async () => {
    await using stub = await StubUpstream.start((socket) => {
      socket.write(head('text/event-stream'));
      socket.write(chunk(some + finish('stop') + DONE));
    });
    const events = await collect(
      createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, REQUEST, never),
    );
    expect(events).toHaveLength(2);
    await stub.allClosed();
  });
});

describe('an upstream whose client goes away', () => {
  const endless: StubHandler = (socket) => {
    socket.write(head('text/event-stream'));
    const timer = setInterval(() => socket.write(chunk(delta({ content: 'x' }))), 5);
    socket.on('close', () => clearInterval(timer));
  };
  const first = (models: ModelBackend, signal: AbortSignal) =>
    models.generate(MODEL, REQUEST, signal)[Symbol.asyncIterator]();

  it('sees the connection close when it is aborted between events', async () => {
    await using stub = await StubUpstream.start(endless);
    const controller = new AbortController();
    const events = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), controller.signal);
    await events.next();
    controller.abort('gone');
    await expect(events.next().then(() => events.next())).rejects.toBe('gone');
    await stub.allClosed();
  });

  it.each<[string, StubHandler]>([
    ['for the head', () => {}],
    ['for an event', (socket) => void socket.write(head('text/event-stream'))],
    ['for the rest of an error', (socket) => void socket.write(head('text/plain', '500 Oops'))],
  ])('sees the connection close when it is aborted while waiting %s', async (_, handler) => {
    await using stub = await StubUpstream.start(handler);
    const controller = new AbortController();
    const waiting = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), controller.signal).next();
    setTimeout(() => controller.abort('gone'), 30);
    await expect(waiting).rejects.toBe('gone');
    await stub.allClosed();
  });

  it('sees the connection close when the reader stops reading', async () => {
    await using stub = await StubUpstream.start(endless);
    for await (const _ of createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, REQUEST, never))
      break;
    await stub.allClosed();
  });

  it('is not asked when the signal is aborted before', async () => {
    await using stub = await StubUpstream.start(endless);
    const events = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), AbortSignal.abort('gone'));
    await expect(events.next()).rejects.toBe('gone');
    expect(stub.connections).toBe(0);
  });

  it('is let go of when the client in between knows no signals', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        cancelled = true;
      },
    });
    const ignorant = async () => new Response(body);
    const controller = new AbortController();
    const models = createUpstreamBackend({ baseUrl: 'http://upstream.test/v1', fetch: ignorant });
    const waiting = first(models, controller.signal).next();
    setTimeout(() => controller.abort('gone'), 10);
    await expect(waiting).rejects.toBe('gone');
    expect(cancelled).toBe(true);
  });

  it('leaves no listener on a signal that lives on', async () => {
    await using stub = await StubUpstream.start(answerWithEvents(delta({ content: 'x' }), DONE));
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl });
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await collect(models.generate(MODEL, REQUEST, signal));
    expect(listeners).toBe(0);
  });

  it('uses a connection again when all was read', async () => {
    await using stub = await StubUpstream.start(
      answerWithEvents(delta({ content: 'x' }), finish('stop'), DONE),
    );
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl });
    for (let round = 0; round < 20; round++) await collect(models.generate(MODEL, REQUEST, never));
    expect(stub.requests.length).toBe(20);
    // Node opens a second one when the first is not yet free.
    expect(stub.connections).toBeLessThanOrEqual(3);
  });

  it('is slowed down by a slow reader', async () => {
    const big = chunk(delta({ content: 'x'.repeat(60_000) }));
    let sent = 0;
    let isSending = true;
    await using stub = await StubUpstream.start((socket) => {
      socket.write(head('text/event-stream'));
      const write = () => {
        while (isSending && sent < 200_000_000) {
          sent += big.length;
          if (!socket.write(big)) return;
        }
      };
      socket.on('drain', write);
      socket.on('close', () => {
        isSending = false;
      });
      write();
    });
    const events = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), never);
    await events.next();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const early = sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sent).toBe(early);
    expect(sent).toBeLessThan(100_000_000);
    await events.return?.();
    await stub.allClosed();
  });
});

it('talks to a stub that is really there', async () => {
  await using stub = await StubUpstream.start(() => {});
  const socket = connect(Number(new URL(stub.baseUrl).port), '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.destroy();
  await stub.allClosed();
});
