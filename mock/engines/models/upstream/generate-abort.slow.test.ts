import { describe, expect, it } from 'vitest';
import type { ModelBackend } from '../backend.ts';
import { collect } from '../replies/testing/script.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { MODEL, never, REQUEST } from './testing/ask.ts';
import {
  answerWithEvents,
  chunk,
  DONE,
  delta,
  finish,
  head,
  type StubHandler,
  StubUpstream,
} from './testing/stub-upstream.ts';

describe('an upstream whose client disconnects', () => {
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

  it('does not seem complete when it is aborted while waiting for the usage', async () => {
    await using stub = await StubUpstream.start((socket) => {
      socket.write(head('text/event-stream'));
      socket.write(chunk(delta({ content: 'x' }) + finish('stop')));
    });
    const controller = new AbortController();
    const events = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), controller.signal);
    await events.next();
    setTimeout(() => controller.abort('gone'), 30);
    await expect(events.next()).rejects.toBe('gone');
    await stub.allClosed();
  });

  it('sees the connection close when the reader stops reading', async () => {
    await using stub = await StubUpstream.start(endless);
    for await (const _ of createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, REQUEST, never))
      break;
    await stub.allClosed();
  });

  it('gets no request when the signal is aborted before', async () => {
    await using stub = await StubUpstream.start(endless);
    const events = first(createUpstreamBackend({ baseUrl: stub.baseUrl }), AbortSignal.abort('gone'));
    await expect(events.next()).rejects.toBe('gone');
    expect(stub.connections).toBe(0);
  });

  it('is disconnected even if the HTTP client ignores signals', async () => {
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

  it('leaves no listener on a long-lived signal', async () => {
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

  it('reuses a connection after a complete read', async () => {
    await using stub = await StubUpstream.start(
      answerWithEvents(delta({ content: 'x' }), finish('stop'), DONE),
    );
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl });
    for (let round = 0; round < 20; round++) await collect(models.generate(MODEL, REQUEST, never));
    expect(stub.requests.length).toBe(20);
    // Node opens a second one if the first is not free yet.
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
