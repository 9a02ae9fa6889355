import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openExchange, Watchdog } from './exchange.ts';
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

  it('leaves no timer behind when it is closed, however often', async () => {
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

  it('reads nothing of an answer without a body', async () => {
    const exchange = await open(async () => new Response(null, { status: 204 }));
    expect(await exchange.read()).toBeUndefined();
    exchange.close();
  });

  it('lets go of an answer that comes after the time is up', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const opening = open(() => promise);
    const failing = expect(opening).rejects.toMatchObject({ reason: 'timeout' });
    await vi.advanceTimersByTimeAsync(upstreamTimeouts.headMs + 1);
    await failing;
    const cancelled = Promise.withResolvers<void>();
    resolve(new Response(new ReadableStream({ cancel: () => cancelled.resolve() })));
    await cancelled.promise;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('Watchdog', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** How often it barked after a script of waits. */
  function barksOf(script: (watchdog: Watchdog) => void): number {
    let barks = 0;
    script(new Watchdog(() => barks++));
    return barks;
  }

  it.each<[string, number, (watchdog: Watchdog) => void]>([
    [
      'a wait that is too long',
      1,
      (watchdog) => {
        watchdog.begin(100);
        vi.advanceTimersByTime(150);
      },
    ],
    [
      'a wait that ends in time',
      0,
      (watchdog) => {
        watchdog.begin(100);
        vi.advanceTimersByTime(90);
        watchdog.end();
        vi.advanceTimersByTime(500);
      },
    ],
    [
      'many waits that are short',
      0,
      (watchdog) => {
        for (let round = 0; round < 50; round++) {
          watchdog.begin(100);
          vi.advanceTimersByTime(60);
          watchdog.end();
          vi.advanceTimersByTime(70);
        }
      },
    ],
    [
      'a long wait after many short ones',
      1,
      (watchdog) => {
        for (let round = 0; round < 5; round++) {
          watchdog.begin(100);
          vi.advanceTimersByTime(60);
          watchdog.end();
        }
        watchdog.begin(100);
        vi.advanceTimersByTime(101);
      },
    ],
    [
      'a wait with a shorter limit than the one before',
      1,
      (watchdog) => {
        watchdog.begin(10_000);
        watchdog.end();
        watchdog.begin(10);
        vi.advanceTimersByTime(20);
      },
    ],
    [
      'a wait without limit',
      0,
      (watchdog) => {
        watchdog.begin(Number.POSITIVE_INFINITY);
        vi.advanceTimersByTime(1e9);
      },
    ],
    [
      'a wait that is stopped',
      0,
      (watchdog) => {
        watchdog.begin(10);
        watchdog.stop();
        vi.advanceTimersByTime(100);
      },
    ],
  ])('judges %s', (_, barks, script) => {
    expect(barksOf(script)).toBe(barks);
  });

  it('leaves no timer behind', () => {
    barksOf((watchdog) => {
      watchdog.begin(1000);
      watchdog.end();
      watchdog.begin(500);
      watchdog.stop();
    });
    expect(vi.getTimerCount()).toBe(0);
  });
});
