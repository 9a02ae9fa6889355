import { afterEach, describe, expect, it, vi } from 'vitest';
import { faultLimits } from '../../../spec/services/touchstone/faults.ts';
import { createMock } from '../../assembly/create-mock.ts';
import type { FaultInput } from './faults.ts';

afterEach(() => vi.restoreAllMocks());

const { accountId, zoneId, apiToken } = createMock().defaults;
const host = 'http://localhost/client/v4';

function start(...faults: readonly FaultInput[]) {
  const mock = createMock();
  for (const fault of faults) mock.faults.add(fault);
  const ask = (path: string, method = 'GET', body?: unknown, token: string = apiToken) =>
    mock.fetch(
      new Request(`${host}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  return { mock, ask };
}

const zone = `/zones/${zoneId}`;
const chat = { model: 'openai/gpt-5', messages: [{ role: 'user', content: 'Hello' }] };
const operations = `${zone}/api_gateway/operations/item`;
const operation = { method: 'GET', host: 'api.example.localhost', endpoint: '/orders' };

describe('a fault of the API', () => {
  it.each<[string, FaultInput, { status: number; code: number; basis: string }]>([
    [
      'a general refusal has this status',
      { operation: '*', status: 429 },
      { status: 429, code: 971, basis: 'documented' },
    ],
    [
      'the refusal of an internal error',
      { operation: '*', status: 500 },
      { status: 500, code: 1000, basis: 'observed' },
    ],
    [
      'no failure of the catalogue has this status',
      { operation: '*', status: 503 },
      { status: 503, code: 1492, basis: 'inferred' },
    ],
    [
      'a refusal is named',
      { operation: '*', failure: 'zone-unknown' },
      { status: 403, code: 9109, basis: 'observed' },
    ],
  ])('is answered in an envelope: %s', async (_, fault, { status, code, basis }) => {
    const { ask } = start(fault);
    const answer = await ask(zone);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ success: false, errors: [{ code }], result: null });
    expect(answer.headers.get('touchstone-basis')).toBe(basis);
    expect(answer.headers.get('touchstone-fault')).toBe('fault-1');
    expect(answer.headers.get('touchstone-operation')).toBe('zones.zone.get');
    const retryAfter = status === 429 ? String(faultLimits.retryAfterSeconds) : null;
    expect(answer.headers.get('retry-after')).toBe(retryAfter);
  });

  it.each([
    ['ai/v1/chat/completions', chat, { error: { message: expect.any(String) } }],
    [
      'ai/v1/messages',
      { ...chat, model: 'anthropic/claude-sonnet-5', max_tokens: 5 },
      { type: 'error', error: { type: expect.any(String) } },
    ],
  ])('has the error shape of the API at %s', async (path, body, expected) => {
    const { ask } = start({ operation: 'inference', status: 504 });
    const answer = await ask(`/accounts/${accountId}/${path}`, 'POST', body);
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject(expected);
  });

  it('leaves an answer that is shorter than the cut', async () => {
    const { ask } = start({ operation: '*', truncate: { bytes: 1_000_000 } });
    expect(await (await ask(zone)).json()).toMatchObject({ success: true });
  });

  it('cuts a stream', async () => {
    const { ask } = start({ operation: 'inference', truncate: { bytes: 30 } });
    const path = `/accounts/${accountId}/ai/v1/chat/completions`;
    const answer = await ask(path, 'POST', { ...chat, stream: true });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(await readUntilError(answer)).toBe(30);
  });

  it('delays the request until the clock has moved, and does nothing before', async () => {
    const { mock, ask } = start({ operation: '*', latencyMs: 5_000 });
    mock.clock.freeze();
    let isAnswered = false;
    const answered = ask(operations, 'POST', operation).then((answer) => {
      isAnswered = true;
      return answer;
    });
    await vi.waitUntil(() => mock.faults.list()[0]?.used === 1, { timeout: 60_000 });
    mock.clock.advance(4.9);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([isAnswered, mock.world.zone(zoneId)?.operations.size]).toEqual([false, 0]);
    mock.clock.advance(0.1);
    expect((await answered).status).toBe(200);
  });

  it('drops a delayed request when its client leaves', async () => {
    const errors = vi.spyOn(console, 'error');
    const { mock } = start({ operation: '*', latencyMs: 3_600_000 });
    const left = new AbortController();
    const answered = mock.fetch(
      new Request(`${host}${zone}`, {
        headers: { authorization: `Bearer ${apiToken}` },
        signal: left.signal,
      }),
    );
    await vi.waitUntil(() => mock.faults.list()[0]?.used === 1, { timeout: 60_000 });
    left.abort();
    expect((await answered).type).toBe('error');
    expect(errors).not.toHaveBeenCalled();
  });

  it('does not apply to unauthorized requests and unknown paths', async () => {
    const { mock, ask } = start({ operation: '*', status: 503 });
    expect((await ask(zone, 'GET', undefined, 'x'.repeat(40))).status).toBe(401);
    expect((await ask(`/zones/${'f'.repeat(32)}`)).status).toBe(403);
    expect((await ask('/nowhere')).status).toBe(404);
    expect(mock.faults.list()).toMatchObject([{ used: 0 }]);
  });

  it('is answered by a mock that requires a basis of facts', async () => {
    const mock = createMock({ basis: 'seed' });
    mock.faults.add({ operation: '*', status: 503 });
    const headers = { authorization: `Bearer ${apiToken}` };
    expect((await mock.fetch(new Request(`${host}/user/tokens/verify`, { headers }))).status).toBe(503);
  });

  it('is removed by a reset, and kept by a snapshot', async () => {
    const { mock, ask } = start({ operation: '*', status: 503 });
    mock.snapshots.take('then');
    mock.faults.clear();
    mock.snapshots.restore('then');
    expect((await ask(zone)).status).toBe(200);
    mock.faults.add({ operation: '*', status: 503 });
    mock.snapshots.restore('then');
    expect((await ask(zone)).status).toBe(503);
    mock.reset();
    expect((await ask(zone)).status).toBe(200);
  });
});

/** Number of bytes before the body fails. */
async function readUntilError(answer: Response): Promise<number> {
  const reader = answer.body?.getReader();
  let bytes = 0;
  for (;;) {
    const read = await reader?.read().catch((error: unknown) => error);
    if (read instanceof Error) return bytes;
    if (!read || typeof read !== 'object' || !('value' in read) || !(read.value instanceof Uint8Array)) {
      throw new Error('the body was complete');
    }
    bytes += read.value.byteLength;
  }
}
