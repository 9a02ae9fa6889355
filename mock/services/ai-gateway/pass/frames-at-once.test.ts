import { describe, expect, test } from 'vitest';
import type { Scanner } from '../../../engines/guardrails/guardrails.ts';
import type { AskProvider } from '../../gateway-request.ts';
import { passing, seen } from './testing/passing.ts';

/** A provider that has all its frames at once. */
const giving =
  (frames: Iterable<string>, failed?: unknown): AskProvider =>
  async () => ({
    mediaType: 'text/event-stream',
    body: frames,
    outcome: () => ({ usage: { inputTokens: 3, outputTokens: 2 }, text: 'Hi.', failed }),
  });

describe('a stream whose frames are all there', () => {
  test('goes out as a whole where it is short, and is logged as a stream', async () => {
    const { pass, logs } = passing();
    const answer = seen(await pass({ streams: true }, giving(['data: 1\n\n', 'data: é\n\n'])));
    expect(answer).toMatchObject({ status: 200, text: 'data: 1\n\ndata: é\n\n' });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'cf-aig-step': '0' });
    expect(logs()[0]?.entry).toMatchObject({
      success: true,
      tokens_out: 2,
      response_content_type: 'text/event-stream',
      response_size: 19,
    });
  });

  test('is logged as no success where it tells of a failure', async () => {
    const { pass, logs } = passing();
    await pass({ streams: true }, giving(['error frame'], new Error('Gone.')));
    expect(logs()[0]?.entry.success).toBe(false);
  });

  test('is sent whatever guardrails say of its answer, as any stream is', async () => {
    const scanner: Scanner = async () => [{ category: 'S1', start: 0, end: 1 }];
    const { pass, logs } = passing({ guardrails: { prompt: {}, response: { S1: 'BLOCK' } } }, { scanner });
    expect(seen(await pass({ streams: true }, giving(['data: 1\n\n']))).status).toBe(200);
    expect(logs()[0]?.entry.usage_metadata).toMatchObject({ guardrails: [{ verdict: 'block' }] });
  });

  test('goes out in pieces where it is long, no further read than it is sent', async () => {
    let read = 0;
    const frames = (function* () {
      for (; read < 10_000; read++) yield 'x'.repeat(100);
    })();
    const { pass, logs } = passing();
    const answer = await pass({ streams: true }, giving(frames));
    const reader = answer.stream?.getReader();
    await reader?.read();
    expect(read).toBeLessThan(1000);
    await reader?.cancel();
    expect(logs()[0]?.entry.success).toBe(false);
  });
});
