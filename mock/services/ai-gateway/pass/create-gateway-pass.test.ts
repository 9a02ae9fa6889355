import { afterEach, describe, expect, test, vi } from 'vitest';
import { ModelError } from '../../../engines/models/model-error.ts';
import {
  answering,
  counting,
  failing,
  hosted,
  passing,
  seen,
  streaming,
  thirdParty,
} from './testing/passing.ts';

afterEach(() => vi.restoreAllMocks());

describe('a run that goes through a gateway', () => {
  test('is answered and logged', async () => {
    const { run, logs } = passing();
    const { status, text, headers } = await run({
      headers: { 'cf-aig-event-id': 'mine', 'cf-aig-metadata': { user: 7, 'cf.x': 1 } },
    });
    expect([status, text]).toEqual([200, '{"text":"Hi."}']);
    const [log] = logs();
    expect(headers).toEqual({
      'cf-aig-log-id': log?.id,
      'cf-aig-request-id': log?.id,
      'cf-aig-event-id': 'mine',
      'cf-aig-step': '0',
    });
    expect(log?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(log).toMatchObject({ eventId: 'mine', userAgent: 'tests', requestBody: '{"prompt":"Hello."}' });
    expect(log?.entry).toMatchObject({
      provider: 'workers-ai',
      model: hosted,
      path: `ai/run/${hosted}`,
      success: true,
      cached: false,
      tokens_in: 10,
      tokens_out: 5,
      metadata: { user: 7 },
      status_code: 200,
      wholesale: false,
      response_head: '{"text":"Hi."}',
      response_size: 14,
    });
    expect(log?.entry.cost).toBeGreaterThan(0);
  });

  test('names provider and model of a third party apart', async () => {
    const { run, logs } = passing();
    await run({ model: thirdParty });
    expect(logs()[0]?.entry).toMatchObject({ provider: 'openai', model: 'gpt-5', wholesale: true });
  });

  test.each([
    ['the gateway keeps no log', { collect_logs: false }, {}, 0],
    ['the request asks for one all the same', { collect_logs: false }, { 'cf-aig-collect-log': true }, 1],
    ['the request wants none', {}, { 'cf-aig-collect-log': false }, 0],
  ] as const)('leaves log entries where %s', async (_, settings, headers, count) => {
    const { run, logs } = passing(settings);
    const answer = await run({ headers });
    expect(logs()).toHaveLength(count);
    expect('cf-aig-log-id' in answer.headers).toBe(count === 1);
  });

  test('leaves a log entry without bodies where the request wants none', async () => {
    const { run, logs } = passing();
    await run({ headers: { 'cf-aig-collect-log-payload': false } });
    expect(logs()[0]).toMatchObject({ requestBody: null, responseBody: null });
    expect(logs()[0]?.entry).not.toHaveProperty('request_head');
  });

  test.each([
    ['a hosted model without a gateway', hosted, undefined, 400, 2202],
    ['a gateway that nobody made', hosted, 'nobody', 400, 2001],
  ])('is refused for %s, and asks nobody', async (_, model, id, status, code) => {
    const { run } = passing();
    const provider = counting();
    const headers = { 'cf-aig-gateway-id': id };
    const answer = await run({ model, headers }, provider.ask);
    expect([answer.status, answer.code, provider.asked]).toEqual([status, code, 0]);
  });

  test('goes through the default gateway, which is made for it, where a third party names none', async () => {
    const { run, account } = passing();
    await run({ model: thirdParty, headers: { 'cf-aig-gateway-id': 'default' } });
    expect(account.gatewayLogs.list('default')).toHaveLength(1);
  });

  test('goes through none where the header is optional, and no header does anything', async () => {
    const { pass, account } = passing({}, { gatewayHeader: 'optional' });
    const headers = { 'cf-aig-gateway-id': undefined, 'cf-aig-cache-ttl': 60 };
    const answer = seen(await pass({ headers }, answering('Hi.')));
    expect(Object.keys(answer.headers)).toEqual(['cf-ai-req-id']);
    expect(account.gateways.list()).toHaveLength(1);
    expect(account.gatewayLogs.list('g')).toHaveLength(0);
  });

  test('that fails is logged with its status', async () => {
    const { run, logs } = passing();
    const answer = await run({}, failing(9, () => new ModelError('scripted', 'No.', { status: 418 })).ask);
    expect(answer.status).toBe(418);
    expect(answer.headers['cf-aig-log-id']).toBe(logs()[0]?.id);
    expect(logs()[0]?.entry).toMatchObject({ success: false, status_code: 418, tokens_in: null, cost: 0 });
  });

  test('that fails by a fault of ours says so in the console', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { run } = passing();
    expect((await run({}, failing(9, () => new RangeError('A bug.')).ask)).status).toBe(500);
    expect(told).toHaveBeenCalledOnce();
  });

  test('whose client has gone ends the attempt', async () => {
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

  test('is sent frame by frame, and logged once it has ended', async () => {
    const { pass, logs } = passing();
    const answer = await pass({ streams: true }, streaming(['data: 1\n\n', 'data: é\n\n']));
    expect(logs()).toHaveLength(0);
    expect(await read(answer)).toBe('data: 1\n\ndata: é\n\n');
    expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cf-aig-step': '0' });
    expect(logs()[0]).toMatchObject({ responseBody: 'data: 1\n\ndata: é\n\n' });
    expect(logs()[0]?.entry).toMatchObject({ success: true, tokens_out: 2, response_size: 19 });
  });

  test('is not kept', async () => {
    const { pass } = passing({ cache_ttl: 60 });
    for (const frame of ['one', 'two']) {
      const answer = await pass({ streams: true }, streaming([frame]));
      expect(answer.headers?.['cf-aig-cache-status']).toBe('MISS');
      expect(await read(answer)).toBe(frame);
    }
  });

  test.each([
    ['is left', 'cancel'],
    ['loses its client', 'abort'],
  ])('that %s ends the provider and is logged as no success', async (_, how) => {
    const { pass, logs } = passing();
    const client = new AbortController();
    let stopped = false;
    let signalOf: AbortSignal | undefined;
    const answer = await pass({ streams: true, signal: client.signal }, async (signal) => {
      signalOf = signal;
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
    expect([stopped, signalOf?.aborted]).toEqual([true, true]);
    expect(logs()[0]?.entry).toMatchObject({ success: false, status_code: 200 });
  });

  test('that breaks off is logged as no success', async () => {
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
    const told = await pass({ streams: true }, streaming(['error frame'], { failed: new Error('Gone.') }));
    await read(told);
    expect(logs()[1]?.entry.success).toBe(false);
  });

  test('that fails before its first frame is refused, or tried again', async () => {
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
