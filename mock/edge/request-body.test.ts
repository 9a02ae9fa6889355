import { describe, expect, it } from 'vitest';
import { inspectBody } from './request-body.ts';

/** A stream of these chunks, and how many of them were taken. */
function streamOf(...chunks: readonly string[]) {
  const rest = [...chunks];
  const taken = { count: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const chunk = rest.shift();
        if (chunk === undefined) return controller.close();
        taken.count++;
        controller.enqueue(new TextEncoder().encode(chunk));
      },
      cancel() {
        taken.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('inspectBody', () => {
  it.each([
    ['one chunk', ['hello'], 'hello'],
    ['several chunks', ['he', 'l', 'lo'], 'hello'],
    ['nothing', [], ''],
  ])('reads a whole short body of %s', async (_, chunks, expected) => {
    const { bytes, truncated, replay } = await inspectBody(streamOf(...chunks).stream, 5);
    expect([text(bytes), truncated]).toEqual([expected, false]);
    expect(replay).toBe(bytes);
  });

  it('stops behind its limit, and lets the rest stream through', async () => {
    const { stream, taken } = streamOf('abc', 'def', 'ghi', 'jkl');
    const { bytes, truncated, replay } = await inspectBody(stream, 4);
    expect([text(bytes), truncated, taken.count]).toEqual(['abcd', true, 2]);
    expect(await new Response(replay).text()).toBe('abcdefghijkl');
  });

  it('passes on that nobody wants the rest', async () => {
    const { stream, taken } = streamOf('abc', 'def', 'ghi');
    const { replay } = await inspectBody(stream, 1);
    await (replay as ReadableStream).cancel(); // longer than the limit, so it is a stream
    expect(taken.cancelled).toBe(true);
  });
});
