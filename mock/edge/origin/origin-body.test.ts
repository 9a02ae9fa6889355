import { describe, expect, it } from 'vitest';
import { boundedBody, getReason, OriginBodyError, OriginTimeoutError } from './origin-body.ts';

const bounds = { silenceMs: 30, bytes: 10 };

/** A body of pieces that ends, and records whether it was canceled. */
function toBody(...pieces: readonly unknown[]) {
  const seen = { cancelled: false };
  const left = [...pieces];
  const body = new ReadableStream({
    pull(controller) {
      if (left.length === 0) controller.close();
      else controller.enqueue(left.shift());
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { body, seen };
}

const bytes = (count: number) => new Uint8Array(count).fill(97);

describe('boundedBody', () => {
  it('returns a body within its limits unchanged', async () => {
    const { body } = toBody(bytes(4), bytes(6));
    expect(await new Response(boundedBody(body, bounds)).text()).toBe('a'.repeat(10));
  });

  it.each([
    ['has a byte too many', [bytes(4), bytes(7)], 'its body has more than 10 bytes'],
    ['is no stream of bytes', ['text'], 'its body is no stream of bytes'],
  ])('fails when it %s, and cancels it', async (_, pieces, reason) => {
    const { body, seen } = toBody(...pieces, bytes(1));
    const read = new Response(boundedBody(body, bounds)).text();
    await expect(read).rejects.toThrow(reason);
    await expect(read).rejects.toBeInstanceOf(OriginBodyError);
    expect(seen.cancelled).toBe(true);
  });

  it('measures silence between pieces, not from the start', async () => {
    let count = 0;
    const slow = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 15));
        if (count++ === 4) controller.close();
        else controller.enqueue(bytes(1));
      },
    });
    expect(await new Response(boundedBody(slow, { ...bounds, silenceMs: 5000 })).text()).toBe('aaaa');
    const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: () => new Promise(() => {}) });
    await expect(new Response(boundedBody(silent, bounds)).text()).rejects.toBeInstanceOf(OriginTimeoutError);
  });

  it('cancels its body when it is canceled', async () => {
    const { body, seen } = toBody(bytes(1), bytes(1));
    await boundedBody(body, bounds).cancel();
    expect(seen.cancelled).toBe(true);
  });
});

describe('getReason', () => {
  it.each([
    [new Error('gone'), 'gone'],
    [new TypeError('', { cause: new Error('unexpected end of file') }), 'unexpected end of file'],
    [new TypeError(''), 'TypeError'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ])('of %s is %s', (error, reason) => {
    expect(getReason(error)).toBe(reason);
  });
});
