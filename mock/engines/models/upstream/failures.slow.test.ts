import { describe, expect, it } from 'vitest';
import { freePort } from '../../../assembly/testing/sockets.ts';
import type { ModelBackend } from '../backend.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import type { UpstreamOptions } from './options.ts';
import { getFailure, MODEL, never, REQUEST, toOutcome } from './testing/ask.ts';
import {
  answerWith,
  answerWithEvents,
  DONE,
  delta,
  event,
  finish,
  openStream,
  type StubHandler,
  StubUpstream,
} from './testing/stub-upstream.ts';

const some = delta({ content: 'some' });
const error = (value: unknown) => JSON.stringify({ error: value });
const begin: StubHandler = (response) => openStream(response, some);
const first = (models: ModelBackend, signal: AbortSignal) =>
  models.generate(MODEL, REQUEST, signal)[Symbol.asyncIterator]();

describe('an upstream that fails', () => {
  it.each<[string, number, string, string, string]>([
    ['OpenAI', 400, error({ message: 'no tool', code: null }), 'bad-input', '400: no tool'],
    ['a wrong key', 401, error({ message: 'bad key' }), 'unavailable', '401: bad key'],
    ['no capacity', 429, error({ message: 'slow down' }), 'overloaded', '429: slow down'],
    ['a model that loads', 503, error({ message: 'loading' }), 'overloaded', '503: loading'],
    ['a proxy', 504, '', 'timeout', '504.'],
    ['Ollama', 404, error('pull it first'), 'bad-input', '404: pull it first'],
    ['vLLM', 400, '{"object":"error","message":"too long"}', 'bad-input', '400: too long'],
    ['FastAPI', 422, '{"detail":[{"loc":["a"],"msg":"wrong"}]}', 'bad-input', '422: wrong'],
    ['the v4 envelope', 400, '{"errors":[{"code":7,"message":"wrong"}]}', 'bad-input', '400: wrong'],
    ['a page', 502, '<html><title> Bad gateway </title>', 'unavailable', '502: Bad gateway'],
    ['a text', 500, 'it broke\n', 'unavailable', '500: it broke'],
  ])('passes on the error of %s', async (_, status, body, reason, message) => {
    expect(await getFailure(answerWith('text/plain', body, status))).toEqual({
      reason,
      status,
      message: `The upstream answered ${message}`,
      text: '',
    });
  });

  it('follows no redirect', async () => {
    const redirect = answerWith('text/plain', '', 302, { location: 'https://other.test/v1' });
    const failure = await getFailure(redirect);
    expect(failure).toMatchObject({ reason: 'unavailable' });
    expect(failure.message).toContain('https://other.test/v1');
  });

  it.each<[string, readonly string[], string, number | undefined, string, RegExp]>([
    ['what is not JSON', [some, 'data: {"choices":[\n\n'], 'malformed', undefined, 'some', /"choices/],
    ['another object', [event({ id: 'c' }), DONE], 'malformed', undefined, '', /"id/],
    ['nothing', [], 'unavailable', undefined, '', /finish reason/],
    ['no stream', [JSON.stringify({ choices: [] })], 'unavailable', undefined, '', /cannot stream/],
    ['an end in the middle', [some], 'unavailable', undefined, 'some', /broke off/],
    ['an error', [some, event({ error: { message: 'm' } })], 'unavailable', undefined, 'some', /off: m$/],
    ['a type', [event({ error: { message: 'm', type: 'rate_limit' } })], 'overloaded', undefined, '', /m$/],
    ['a status', [event({ error: { message: 'm', code: '429' } })], 'overloaded', 429, '', /m$/],
    ['a text for an error', [event({ error: 'm' })], 'unavailable', undefined, '', /off: m$/],
    ['an error of vLLM', [event({ object: 'error', message: 'm', code: 400 })], 'bad-input', 400, '', /m$/],
    ['a finish by error', [some, finish('error'), DONE], 'unavailable', undefined, 'some', /error/],
  ])('fails for a stream with %s', async (_, pieces, reason, status, text, message) => {
    const failure = await getFailure(answerWithEvents(...pieces));
    expect(failure).toMatchObject({ reason, status, text });
    expect(failure.message).toMatch(message);
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
    ['before it answers', (response) => void response.socket?.destroy(), ''],
    [
      'by a reset',
      (response) => {
        openStream(response, some);
        setTimeout(() => response.socket?.resetAndDestroy(), 20);
      },
      'some',
    ],
  ])('fails when the connection ends %s', async (_, handler, text) => {
    expect(await getFailure(handler)).toMatchObject({ reason: 'unavailable', status: undefined, text });
  });

  const comments: StubHandler = (response) => {
    openStream(response);
    const timer = setInterval(() => response.write(': alive\n\n'), 10);
    response.on('close', () => clearInterval(timer));
  };
  it.each<[string, StubHandler, NonNullable<UpstreamOptions['timeouts']>, string]>([
    ['the head', () => {}, { headMs: 60 }, ''],
    ['the first event', (response) => openStream(response), { headMs: 60 }, ''],
    ['the next event', begin, { betweenMs: 500 }, 'some'],
    ['the end of a stream of comments', comments, { totalMs: 100 }, ''],
  ])('times out while it waits for %s', async (_, handler, timeouts, text) => {
    await using stub = await StubUpstream.start(handler);
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl, timeouts });
    const outcome = await toOutcome(models.generate(MODEL, REQUEST, never));
    expect(outcome).toMatchObject({ error: { reason: 'timeout' }, text });
    await stub.allClosed();
  });

  it('does not count the time in which the reader pauses', async () => {
    const pieces = [some, some, some, some, finish('stop'), DONE];
    await using stub = await StubUpstream.start(answerWithEvents(...pieces));
    const timeouts = { betweenMs: 500, headMs: 500 };
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl, timeouts });
    let text = '';
    for await (const next of models.generate(MODEL, REQUEST, never)) {
      await new Promise((resolve) => setTimeout(resolve, 700));
      if (next.type === 'text') text += next.text;
    }
    expect(text).toBe('somesomesomesome');
  });
});

describe('an upstream whose client disconnects', () => {
  it.each<[string, StubHandler]>([
    ['for the head', () => {}],
    ['for an event', (response) => openStream(response)],
    ['for the rest of an error', (response) => response.writeHead(500).flushHeaders()],
  ])('sees the connection close when it is aborted while waiting %s', async (_, handler) => {
    await using stub = await StubUpstream.start(handler);
    const controller = new AbortController();
    const waiting = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), controller.signal).next();
    setTimeout(() => controller.abort('gone'), 30);
    await expect(waiting).rejects.toBe('gone');
    await stub.allClosed();
  });

  it('sees the connection close when the reader stops reading', async () => {
    await using stub = await StubUpstream.start(begin);
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl });
    for await (const _ of models.generate(MODEL, REQUEST, never)) break;
    await stub.allClosed();
  });

  it('gets no request when the signal is aborted before', async () => {
    await using stub = await StubUpstream.start(begin);
    const events = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), AbortSignal.abort('gone'));
    await expect(events.next()).rejects.toBe('gone');
    expect(stub.connections).toBe(0);
  });

  it('is slowed down by a slow reader', async () => {
    const big = delta({ content: 'x'.repeat(60_000) });
    let sent = 0;
    await using stub = await StubUpstream.start((response) => {
      openStream(response);
      const write = () => {
        do sent += big.length;
        while (!response.destroyed && sent < 200_000_000 && response.write(big));
      };
      response.on('drain', write);
      write();
    });
    const events = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), never);
    await events.next();
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(sent).toBeLessThan(100_000_000);
    await events.return?.();
    await stub.allClosed();
  });
});
