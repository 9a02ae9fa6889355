import { describe, expect, it } from 'vitest';
import { freePort } from '../../../assembly/testing/sockets.ts';
import { collect } from '../replies/testing/script.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import type { UpstreamOptions } from './options.ts';
import { getFailure, MODEL, never, REQUEST, toOutcome } from './testing/ask.ts';
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
  type StubHandler,
  StubUpstream,
} from './testing/stub-upstream.ts';

describe('an upstream that fails', () => {
  const some = delta({ content: 'some' });
  const error = (text: string) => JSON.stringify({ error: { message: text, type: 'x', code: null } });

  it.each<[string, string, string, string, string]>([
    ['an error of OpenAI', '400 Bad Request', error('no such tool'), 'bad-input', '400: no such tool'],
    ['an unknown model', '404 Not Found', error('no model'), 'bad-input', '404: no model'],
    ['a wrong key', '401 Unauthorized', error('bad key'), 'unavailable', '401: bad key'],
    ['no capacity', '429 Too Many Requests', error('slow down'), 'overloaded', '429: slow down'],
    ['a model that loads', '503 Service Unavailable', error('loading'), 'overloaded', '503: loading'],
    ['a proxy error', '504 Gateway Timeout', '', 'timeout', '504.'],
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
    expect(await getFailure(answerWith('text/plain', body, status))).toEqual({
      reason,
      status: Number(status.slice(0, 3)),
      message: `The upstream answered ${message}`,
      text: '',
    });
  });

  it('does not read an endless error, and closes the connection', async () => {
    await using stub = await StubUpstream.start((socket) => {
      socket.write(head('text/plain', '500 Oops'));
      const write = () => {
        while (!socket.destroyed && socket.write(chunk('x'.repeat(65_536))));
      };
      socket.on('drain', write);
      write();
    });
    const { error: failure } = await toOutcome(
      createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, REQUEST, never),
    );
    expect(failure).toMatchObject({ reason: 'unavailable', status: 500 });
    expect(String(failure).length).toBeLessThan(1200);
    await stub.allClosed();
  });

  it('follows no redirect', async () => {
    const failure = await getFailure(
      answerWith('text/plain', '', '302 Found', 'location: https://other.test/v1\r\n'),
    );
    expect(failure).toMatchObject({ reason: 'unavailable' });
    expect(failure.message).toContain('https://other.test/v1');
  });

  it.each<[string, readonly string[], string, number | undefined, string]>([
    ['invalid JSON', [some, 'data: {"choices":[\n\n', DONE], 'malformed', undefined, 'some'],
    ['an event that is not an object', [some, event(7), DONE], 'malformed', undefined, 'some'],
    ['invalid choices', [event({ choices: 'x' }), DONE], 'malformed', undefined, ''],
    ['an invalid choice', [event({ choices: [7] }), DONE], 'malformed', undefined, ''],
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
    ['an error that is not JSON', [some, 'event: error\ndata: m\n\n'], 'unavailable', undefined, 'some'],
    ['a finish by error', [some, finish('error'), DONE], 'unavailable', undefined, 'some'],
  ])('fails for a stream with %s', async (_, pieces, reason, status, text) => {
    const failure = await getFailure(answerWithEvents(...pieces));
    expect(failure).toMatchObject({ reason, status, text });
    // Everything in one piece is handled the same.
    expect(await getFailure(answerWithEvents(pieces.join('')))).toEqual(failure);
    expect(failure.message).toMatch(/^The upstream .+\S\.?$/);
  });

  it('passes on the message of an error in a stream', async () => {
    const failure = await getFailure(answerWithEvents(event({ error: { message: 'out of memory' } })));
    expect(failure.message).toBe('The upstream broke off: out of memory');
  });

  it('fails for an error with a success status', async () => {
    expect(await getFailure(answerWithJson({ error: { message: 'no', code: 429 } }))).toMatchObject({
      reason: 'overloaded',
      status: 429,
    });
    expect(await getFailure(answerWithJson({ hello: 'world' }))).toMatchObject({ reason: 'malformed' });
    expect(await getFailure(answerWith('application/json', '{"choices":'))).toMatchObject({
      reason: 'malformed',
    });
  });

  it('fails if no server listens', async () => {
    const port = await freePort();
    const models = createUpstreamBackend({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'secret' });
    const { error: failure } = await toOutcome(models.generate(MODEL, REQUEST, never));
    expect(failure).toMatchObject({ reason: 'unavailable', status: undefined });
    expect(String(failure)).toContain(`127.0.0.1:${port}`);
    expect(String(failure)).not.toContain('secret');
  });

  it.each<[string, StubHandler, string]>([
    ['before it answers', (socket) => socket.destroy(), ''],
    ['in the head', (socket) => void socket.write('HTTP/1.1 200 OK\r\nconte', () => socket.destroy()), ''],
    ['with other data than HTTP', (socket) => void socket.end('hello\r\n\r\n'), ''],
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
    expect(await getFailure(handler)).toMatchObject({ reason: 'unavailable', status: undefined, text });
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
      { betweenMs: 500 },
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
  ])('times out while it waits for %s', async (_, handler, timeouts, text) => {
    const start = performance.now();
    await using stub = await StubUpstream.start(handler);
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl, timeouts });
    const outcome = await toOutcome(models.generate(MODEL, REQUEST, never));
    expect(outcome).toMatchObject({ error: { reason: 'timeout' }, text });
    expect(performance.now() - start).toBeLessThan(20_000);
    await stub.allClosed();
  });

  it('does not count the time in which the reader pauses', async () => {
    await using stub = await StubUpstream.start(answerWithEvents(some, some, finish('stop'), DONE));
    const models = createUpstreamBackend({
      baseUrl: stub.baseUrl,
      timeouts: { betweenMs: 500, headMs: 500 },
    });
    let text = '';
    for await (const next of models.generate(MODEL, REQUEST, never)) {
      await new Promise((resolve) => setTimeout(resolve, 700));
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

  it('is complete after [DONE], though the connection stays open', async () => {
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
