import { describe, expect, it, test } from 'vitest';
import { GatewayLogs } from '../../../world/gateway-logs.ts';
import { getSize } from './run-log.ts';
import { type Asked, passing } from './testing/passing.ts';

/** The log of a run with the answer `{"text":"Hi."}`. */
async function getLog(asked: Asked) {
  const { run, logs } = passing();
  await run(asked);
  const [log] = logs();
  if (!log) throw new Error('There is no log.');
  return log;
}

describe('RunLog', () => {
  it.each([
    ['that it keeps', '{"prompt":"é"}', { kept: true, head: '{"prompt":"é"}', complete: true, size: 15 }],
    [
      'longer than its head',
      'é'.repeat(3000),
      { kept: true, head: 'é'.repeat(2048), complete: false, size: 6000 },
    ],
    [
      'of the maximum size',
      'a'.repeat(65_536),
      { kept: true, head: 'a'.repeat(2048), complete: false, size: 65_536 },
    ],
    [
      'too long to store',
      'é'.repeat(70_000),
      { kept: false, head: 'é'.repeat(2048), complete: false, size: 140_000 },
    ],
    ['of bytes', new Uint8Array(7), { kept: false, head: '', complete: true, size: 7 }],
  ])('contains the beginning of a body %s', async (_, body, { kept, head, complete, size }) => {
    const { requestBody, entry } = await getLog({ body });
    expect(requestBody).toBe(kept ? body : null);
    expect(entry).toMatchObject({
      request_head: head,
      request_head_complete: complete,
      request_size: size,
    });
  });

  it('keeps the facts about bodies that were dropped before the first read', async () => {
    const forgetful = new GatewayLogs(1);
    const log = await getLog({ body: 'é' });
    forgetful.add(log, { limit: 10, whenFull: 'DELETE_OLDEST' });
    const { requestBody, responseBody, entry } = forgetful.get('g', log.id) ?? {};
    expect([requestBody, responseBody]).toEqual([null, null]);
    expect(entry).toStrictEqual(log.entry);
    expect(entry).toMatchObject({ request_head: 'é', request_size: 2, response_head: '{"text":"Hi."}' });
  });

  it('keeps the length and the beginning of a dropped stream', async () => {
    const { pass, logs } = passing();
    const frames = ['é'.repeat(3000), 'done'];
    const answer = await pass({ streams: true }, async () => ({
      mediaType: 'text/event-stream',
      body: (async function* () {
        yield* frames;
      })(),
      outcome: () => ({}),
    }));
    await new Response(answer.stream).text();
    const [log] = logs();
    if (!log) throw new Error('There is no log.');
    const forgetful = new GatewayLogs(1);
    forgetful.add(log, { limit: 10, whenFull: 'DELETE_OLDEST' });
    expect(log.responseBody).toBe(frames.join(''));
    const forgotten = forgetful.get('g', log.id);
    expect(forgotten?.responseBody).toBeNull();
    expect(forgotten?.entry).toStrictEqual(log.entry);
    expect(log.entry).toMatchObject({ response_head: 'é'.repeat(2048), response_size: 6004 });
  });
});

test.each(['', 'plain', 'é', '€', '😀 and é', '\u{10ffff}\u07ff\u0800'])('counts the bytes of %j', (text) => {
  expect(getSize(text)).toBe(new TextEncoder().encode(text).length);
});

test.each([
  ['é', 5000],
  ['a😀', 100_000],
  ['\ud83d', 50_000],
])('counts the bytes of a long text of %j', (part, times) => {
  const text = part.repeat(times);
  expect(getSize(text)).toBe(new TextEncoder().encode(text).length);
});
