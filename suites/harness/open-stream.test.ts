import { describe, expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { openStream } from './open-stream.ts';
import { createRedactor } from './redact.ts';

const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';

/** Opens a stream of a target that sends these texts and then stays silent or ends. */
async function open(texts: readonly string[], { ends = false, timeout = 50 } = {}) {
  const seen: { request?: Request; cancelled: boolean } = { cancelled: false };
  const exchanges: Omit<Exchange, 'step'>[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      if (ends) controller.close();
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  const stream = await openStream(
    'touchstone.event.stream',
    { params: { zone_id }, query: { action: 'log' } },
    { 'last-event-id': '7' },
    {
      api: 'http://target.test/client/v4',
      headers: { authorization: 'Bearer secret-token' },
      timeout,
      redactor: createRedactor(['secret-token']),
      recorder: {
        add: (exchange) => {
          exchanges.push(exchange);
          return { ...exchange, step: null };
        },
      },
      fetch: async (request) => {
        seen.request = request;
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    },
  );
  return { stream, seen, exchanges };
}

describe('openStream', () => {
  test('calls the operation and returns its events one by one', async () => {
    const { stream, seen } = await open(['id: 8\ndata: a\n\ndata: b\n\n']);
    expect(seen.request?.url).toBe(
      `http://target.test/_touchstone/zones/${zone_id}/events/stream?action=log`,
    );
    expect(seen.request?.headers.get('last-event-id')).toBe('7');
    expect(await stream.next()).toEqual({ event: 'message', data: 'a', id: '8' });
    expect(await stream.next()).toEqual({ event: 'message', data: 'b', id: '8' });
  });

  test('fails when the stream ends before the next event', async () => {
    await expect((await open([], { ends: true })).stream.next()).rejects.toThrow(/ended/);
  });

  test('reports whether the stream ends', async () => {
    expect(await (await open([], { ends: true })).stream.ended()).toBe(true);
    expect(await (await open(['data: a\n\n'])).stream.ended()).toBe(false);
    await expect((await open([])).stream.ended()).rejects.toThrow(/did not come within/);
  });

  test('cancels the stream when it is closed', async () => {
    const { stream, seen } = await open(['data: a\n\n']);
    await stream.next();
    const end = stream.ended();
    stream.close();
    expect(await end).toBe(true);
    expect(seen.cancelled).toBe(true);
  });

  test('records the exchange without its secrets', async () => {
    const { exchanges } = await open([]);
    expect(exchanges).toHaveLength(1);
    expect(JSON.stringify(exchanges)).not.toContain('secret-token');
    expect(exchanges[0]?.response).toMatchObject({ status: 200, body: '(a stream)' });
  });
});
