import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../spec/errors.ts';
import { ModelError, type ModelErrorReason } from '../../../engines/models/model-error.ts';
import { type Asked, answering, failing, passing } from './testing/passing.ts';

/** Remembers what was waited for, and waits for nothing. */
function noting() {
  const waits: number[] = [];
  return { waits, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
}

describe('attempts', () => {
  test.each([
    ['constant', { 'cf-aig-backoff': 'constant' }, [100, 100, 100]],
    ['linear', { 'cf-aig-backoff': 'linear' }, [100, 200, 300]],
    ['exponential', { 'cf-aig-backoff': 'exponential' }, [100, 200, 400]],
    [
      'never more than a minute',
      { 'cf-aig-retry-delay': 50_000, 'cf-aig-backoff': 'linear' },
      [50_000, 60_000, 60_000],
    ],
  ] as const)('wait %s', async (_, headers, expected) => {
    const { waits, sleep } = noting();
    const { run } = passing({}, { sleep });
    const provider = failing(9);
    const answer = await run(
      { headers: { 'cf-aig-max-attempts': 4, 'cf-aig-retry-delay': 100, ...headers } },
      provider.ask,
    );
    expect([answer.status, provider.asked, waits]).toEqual([502, 4, expected]);
  });

  test('follow the settings of the gateway, over which headers win', async () => {
    const { waits, sleep } = noting();
    const { run } = passing({ retry_max_attempts: 3, retry_delay: 10, retry_backoff: 'linear' }, { sleep });
    expect((await run({}, failing(2).ask)).status).toBe(200);
    expect((await run({ headers: { 'cf-aig-max-attempts': 1 } }, failing(2).ask)).status).toBe(502);
    expect(waits).toEqual([10, 20]);
  });

  test('leave one log entry', async () => {
    const { run, logs } = passing({ retry_max_attempts: 3 });
    await run({}, failing(2).ask);
    expect(logs().map(({ entry }) => entry.success)).toEqual([true]);
  });

  test.each<[boolean, string, () => unknown]>([
    ...(['unavailable', 'timeout', 'overloaded', 'malformed', 'scripted'] as ModelErrorReason[]).map(
      (reason) => [true, reason, () => new ModelError(reason, 'No.')] as [boolean, string, () => unknown],
    ),
    [true, 'a status of 503', () => new ModelError('scripted', 'No.', { status: 503 })],
    [true, 'a status of 429', () => new ModelError('scripted', 'No.', { status: 429 })],
    [true, 'no capacity', () => new ApiError('capacity-exceeded')],
    [false, 'bad input', () => new ModelError('bad-input', 'No.')],
    [false, 'a status of 404', () => new ModelError('scripted', 'No.', { status: 404 })],
    [false, 'refused credentials', () => new ModelError('unavailable', 'No.', { status: 401 })],
    [false, 'a schema that nothing satisfies', () => new ApiError('json-mode-unmet')],
  ])('go on (%s) after %s', async (again, _, error) => {
    const { run } = passing({ retry_max_attempts: 2 });
    const provider = failing(1, error);
    await run({}, provider.ask);
    expect(provider.asked).toBe(again ? 2 : 1);
  });

  test('wait by the clock of the world', async () => {
    const { run, world } = passing({ retry_max_attempts: 2, retry_delay: 5000 });
    world.clock.freeze();
    const provider = failing(1);
    const answer = run({}, provider.ask);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(provider.asked).toBe(1);
    world.clock.advance(5);
    expect((await answer).status).toBe(200);
  });
});

describe('a time limit', () => {
  const never: Asked = { headers: { 'cf-aig-request-timeout': 20 } };
  /** A provider that needs this long, unless it is ended. */
  const slow = (milliseconds: number, ended: () => void = () => {}) => {
    const ask = (signal: AbortSignal) =>
      new Promise<Awaited<ReturnType<ReturnType<typeof answering>>>>((resolve, reject) => {
        setTimeout(() => resolve(answering('Late.')(signal)), milliseconds);
        signal.addEventListener('abort', () => {
          ended();
          reject(signal.reason);
        });
      });
    return ask;
  };

  test('ends an attempt that has answered nothing by then', async () => {
    const { run, logs } = passing();
    let ended = 0;
    const answer = await run(
      never,
      slow(500, () => ended++),
    );
    expect([answer.status, answer.code, ended]).toEqual([504, 2204, 1]);
    expect(logs()[0]?.entry).toMatchObject({ success: false, status_code: 504 });
  });

  test('holds for each attempt', async () => {
    const { run } = passing();
    let ended = 0;
    const headers = { ...never.headers, 'cf-aig-max-attempts': 3 };
    expect(
      (
        await run(
          { headers },
          slow(500, () => ended++),
        )
      ).status,
    ).toBe(504);
    expect(ended).toBe(3);
  });

  test('lets what is in time pass', async () => {
    const { run } = passing();
    expect((await run({ headers: { 'cf-aig-request-timeout': 2000 } }, slow(5))).status).toBe(200);
  });

  test('does not count what comes after the first frame', async () => {
    const { pass } = passing();
    const answer = await pass({ ...never, streams: true }, async () => ({
      mediaType: 'text/event-stream',
      body: (async function* () {
        yield 'first ';
        await new Promise((resolve) => setTimeout(resolve, 50));
        yield 'second';
      })(),
      outcome: () => ({}),
    }));
    expect(await new Response(answer.stream).text()).toBe('first second');
  });
});
