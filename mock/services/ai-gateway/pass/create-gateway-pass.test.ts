import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { answering, failing, passing, seen } from './testing/passing.ts';

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
});
