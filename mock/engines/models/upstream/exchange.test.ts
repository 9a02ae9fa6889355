import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openExchange } from './exchange.ts';
import { upstreamTimeouts } from './options.ts';

const url = 'http://upstream.test/v1';
const { signal } = new AbortController();
const open = (fetch: () => Promise<Response>) =>
  openExchange(url, {}, { fetch, timeouts: upstreamTimeouts }, signal);

describe('openExchange', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('leaves no timer behind when it is closed, any number of times', async () => {
    const exchange = await open(async () => new Response('a'));
    expect(await exchange.read()).toEqual(new Uint8Array([97]));
    expect(await exchange.read()).toBeUndefined();
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    exchange.close();
    exchange.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, () => Promise<Response>]>([
    ['rejects', () => Promise.reject(new TypeError('no network'))],
    [
      'throws',
      () => {
        throw new TypeError('no network');
      },
    ],
  ])('leaves no timer behind when the client %s', async (_, fetch) => {
    await expect(open(fetch)).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'The connection to the upstream http://upstream.test failed: no network',
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads nothing from a response without a body', async () => {
    const exchange = await open(async () => new Response(null, { status: 204 }));
    expect(await exchange.read()).toBeUndefined();
    exchange.close();
  });

  it('waits for the longest timer if the limit is longer', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const timeouts = { ...upstreamTimeouts, headMs: 2 ** 40, totalMs: 2 ** 40 };
    const opening = openExchange(url, {}, { fetch: () => promise, timeouts }, signal);
    await vi.advanceTimersByTimeAsync(upstreamTimeouts.totalMs);
    resolve(new Response('a'));
    (await opening).close();
  });

  it('cancels a response that comes too late', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const opening = open(() => promise);
    const failing = expect(opening).rejects.toMatchObject({ reason: 'timeout', code: 'model-timeout' });
    await vi.advanceTimersByTimeAsync(upstreamTimeouts.headMs + 1);
    await failing;
    const cancelled = Promise.withResolvers<void>();
    resolve(new Response(new ReadableStream({ cancel: () => cancelled.resolve() })));
    await cancelled.promise;
    expect(vi.getTimerCount()).toBe(0);
  });
});
