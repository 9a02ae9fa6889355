import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { answering, failing, passing, seen, streaming } from './testing/passing.ts';

afterEach(() => vi.restoreAllMocks());

describe('a run that goes through a gateway', () => {
  test('skips an optional gateway, and ignores its headers', async () => {
    const { pass, account } = passing({}, { gatewayHeader: 'optional' });
    const headers = { 'cf-aig-gateway-id': undefined, 'cf-aig-cache-ttl': 60 };
    const answer = seen(await pass({ headers }, answering('Hi.')));
    expect(Object.keys(answer.headers)).toEqual(['cf-ai-req-id']);
    expect(account.gateways.list()).toHaveLength(1);
    expect(account.gatewayLogs.list('g')).toHaveLength(0);
  });

  test('that fails because of a bug is logged to the console', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { run } = passing();
    expect((await run({}, failing(9, () => new RangeError('A bug.')).ask)).status).toBe(500);
    expect(consoleError).toHaveBeenCalledOnce();
  });

  test.each([
    ['a model', () => new ModelError('unavailable', 'Away.')],
    ['a limit', () => new ApiError('json-mode-unmet')],
    ['a time limit', () => new DOMException('Late.', 'TimeoutError')],
  ])('that fails because of %s is not logged to the console', async (_, error) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect((await passing().run({}, failing(9, error).ask)).status).toBeGreaterThanOrEqual(400);
    expect(consoleError).not.toHaveBeenCalled();
  });

  test('whose client disconnects ends the attempt', async () => {
    const { run, logs } = passing();
    const client = new AbortController();
    const answer = run(
      { signal: client.signal },
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          client.abort();
        }),
    );
    expect((await answer).status).toBe(408);
    expect(logs()[0]?.entry).toMatchObject({ success: false, status_code: 408 });
  });
});

describe('a run that streams', () => {
  async function read(answer: Awaited<ReturnType<ReturnType<typeof passing>['pass']>>): Promise<string> {
    if (!answer.stream) throw new Error('The answer is no stream.');
    return new Response(answer.stream).text();
  }

  test.each([
    ['is left', 'cancel'],
    ['loses its client', 'abort'],
  ])('that %s ends the provider and is logged as a failure', async (_, how) => {
    const { pass, logs } = passing();
    const client = new AbortController();
    let stopped = false;
    let signalSeen: AbortSignal | undefined;
    const answer = await pass({ streams: true, signal: client.signal }, async (signal) => {
      signalSeen = signal;
      return {
        mediaType: 'text/event-stream',
        body: (async function* () {
          try {
            for (;;) {
              yield 'more';
              await Promise.resolve();
            }
          } finally {
            stopped = true;
          }
        })(),
        outcome: () => ({}),
      };
    });
    const reader = answer.stream?.getReader();
    await reader?.read();
    if (how === 'cancel') await reader?.cancel();
    else client.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([stopped, signalSeen?.aborted]).toEqual([true, true]);
    expect(logs()[0]?.entry).toMatchObject({ success: false, status_code: 200 });
  });

  test('that breaks off is logged as a failure', async () => {
    const { pass, logs } = passing();
    const answer = await pass({ streams: true }, async () => ({
      mediaType: 'text/event-stream',
      body: (async function* () {
        yield 'some';
        throw new ModelError('unavailable', 'Gone.');
      })(),
      outcome: () => ({}),
    }));
    await expect(read(answer)).rejects.toThrow('Gone.');
    expect(logs()[0]?.entry.success).toBe(false);
    const failing = await pass({ streams: true }, streaming(['error frame'], { failed: new Error('Gone.') }));
    await read(failing);
    expect(logs()[1]?.entry.success).toBe(false);
  });

  test('that fails before its first frame is refused, or retried', async () => {
    const { pass } = passing();
    let asked = 0;
    const ask = async () => ({
      mediaType: 'text/event-stream',
      body: (async function* () {
        asked++;
        if (asked < 2) throw new ModelError('unavailable', 'Away.');
        yield 'here';
      })(),
      outcome: () => ({}),
    });
    expect(seen(await pass({ streams: true }, ask)).status).toBe(502);
    asked = 0;
    const answer = await pass({ streams: true, headers: { 'cf-aig-max-attempts': 2 } }, ask);
    expect(await read(answer)).toBe('here');
  });
});
