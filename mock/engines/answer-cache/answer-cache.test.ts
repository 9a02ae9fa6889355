import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  type AnswerCacheOptions,
  answerKey,
  type CacheUse,
  createAnswerCache,
} from './index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const textAnswer = (text: string, status = 200): Answer => ({
  status,
  headers: [['x-text', text]],
  body: bytes(text),
});
const use: CacheUse = { key: 'k', ttlMs: 1000, isKept: ({ status }) => status === 200 };

async function textOf({ body }: Answer): Promise<string> {
  return new Response(body).text();
}

function cacheAt(start: number, more: Partial<AnswerCacheOptions> = {}) {
  const clock = { now: start };
  const cache = createAnswerCache({ now: () => clock.now, ...more });
  const ask = async (text: string, with_: Partial<CacheUse> = {}) => {
    const { answer, cached } = await cache.answer({ ...use, ...with_ }, async () => textAnswer(text));
    return `${cached} ${await textOf(answer)}`;
  };
  return { clock, cache, ask };
}

/** A stream in two pieces, the second of which comes, or breaks, when the test says so. */
function slowStream(first: string, second: string) {
  const gate = Promise.withResolvers<void>();
  let sent = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      sent++;
      if (sent === 1) return controller.enqueue(bytes(first));
      if (sent === 2) {
        await gate.promise;
        return controller.enqueue(bytes(second));
      }
      controller.close();
    },
  });
  return { body, gate };
}

describe('createAnswerCache', () => {
  it('gives an equal request the same bytes, headers and status again', async () => {
    const { cache, ask } = cacheAt(0);
    expect(await ask('one')).toBe('miss one');
    const { answer, cached } = await cache.answer(use, async () => textAnswer('two'));
    expect(cached).toBe('hit');
    expect(answer).toEqual(textAnswer('one'));
  });

  it.each([
    [999, 'hit one'],
    [1000, 'miss two'],
    [-1, 'miss two'],
  ])('keeps an answer for its TTL (%i ms later)', async (later, expected) => {
    const { clock, ask } = cacheAt(5000);
    await ask('one');
    clock.now += later;
    expect(await ask('two')).toBe(expected);
  });

  it.each<[string, Partial<CacheUse>, string]>([
    ['another key', { key: 'other' }, 'miss two'],
    ['a skip', { skip: true }, 'skip two'],
    ['no TTL of its own', { ttlMs: 0 }, 'hit one'],
  ])('answers a request with %s by itself or from the cache', async (_name, with_, expected) => {
    const { ask } = cacheAt(0);
    await ask('one');
    expect(await ask('two', with_)).toBe(expected);
    expect(await ask('three')).toBe('hit one');
  });

  it.each<[string, Partial<CacheUse>]>([
    ['a skip', { skip: true }],
    ['a TTL of 0', { ttlMs: 0 }],
    ['an answer that is not to be kept', { isKept: () => false }],
  ])('keeps nothing with %s', async (_name, with_) => {
    const { cache, ask } = cacheAt(0);
    await ask('one', with_);
    expect(cache.stats.entries).toBe(0);
    expect(await ask('two')).toBe('miss two');
  });

  it('passes the error of a producer on and keeps nothing', async () => {
    const { cache, ask } = cacheAt(0);
    const failing = cache.answer(use, async () => {
      throw new Error('no model');
    });
    await expect(failing).rejects.toThrow('no model');
    expect(await ask('two')).toBe('miss two');
  });

  it('counts hits, misses and skips, and what it holds', async () => {
    const { cache, ask } = cacheAt(0);
    for (const with_ of [{}, {}, { skip: true }, { key: 'other' }]) await ask('four', with_);
    // Each entry: 4 bytes of body, `x-text` and its value.
    expect(cache.stats).toEqual({ hits: 1, misses: 2, skips: 1, entries: 2, bytes: 2 * (4 + 6 + 4) });
    cache.clear();
    expect(cache.stats).toEqual({ hits: 0, misses: 0, skips: 0, entries: 0, bytes: 0 });
  });

  it('is not changed by what readers do to their answers', async () => {
    const { cache, ask } = cacheAt(0);
    for (let i = 0; i < 2; i++) {
      const { answer } = await cache.answer(use, async () => textAnswer('one'));
      if (answer.body instanceof Uint8Array) answer.body.fill(0);
    }
    expect(await ask('two')).toBe('hit one');
  });

  it('lets equal requests at the same time each ask, and mixes nothing', async () => {
    const { cache } = cacheAt(0);
    const slow = ['a', 'b'].map((name) => ({ name, ...slowStream(`${name}1`, `${name}2`) }));
    const reading = slow.map(async ({ body }) => {
      const { answer, cached } = await cache.answer(use, async () => ({ status: 200, headers: [], body }));
      return `${cached} ${await textOf(answer)}`;
    });
    slow[1]?.gate.resolve();
    expect(await reading[1]).toBe('miss b1b2');
    slow[0]?.gate.resolve();
    expect(await reading[0]).toBe('miss a1a2');
    const { answer } = await cache.answer(use, async () => textAnswer('never asked'));
    expect(await textOf(answer)).toBe('a1a2');
  });

  it('hands a stream on piece by piece and keeps it once it has ended', async () => {
    const { cache, ask } = cacheAt(0);
    const { body, gate } = slowStream('one ', 'two');
    const { answer } = await cache.answer(use, async () => ({ status: 200, headers: [], body }));
    if (answer.body instanceof Uint8Array) throw new Error('the answer should be a stream');
    const reader = answer.body.getReader();
    expect((await reader.read()).value).toEqual(bytes('one '));
    expect(cache.stats.entries).toBe(0);
    gate.resolve();
    // A reader may do to its pieces what it likes.
    (await reader.read()).value?.fill(0);
    expect((await reader.read()).done).toBe(true);
    expect(await ask('again')).toBe('hit one two');
  });

  it.each(['breaks off', 'is cancelled', 'is cancelled while its reader waits'])(
    'keeps no stream that %s',
    async (how) => {
      const { cache, ask } = cacheAt(0);
      const { body, gate } = slowStream('one ', 'two');
      const { answer } = await cache.answer(use, async () => ({ status: 200, headers: [], body }));
      if (answer.body instanceof Uint8Array) throw new Error('the answer should be a stream');
      const reader = answer.body.getReader();
      await reader.read();
      if (how === 'breaks off') {
        gate.reject(new Error('connection lost'));
        await expect(reader.read()).rejects.toThrow('connection lost');
      } else {
        if (how === 'is cancelled') gate.resolve();
        else void reader.read();
        // Until the read has reached the stream of the producer.
        await new Promise((resolve) => setTimeout(resolve));
        await reader.cancel('reader left');
        gate.resolve();
      }
      expect(await ask('again')).toBe('miss again');
    },
  );

  it('judges a stream by its whole body', async () => {
    const { cache, ask } = cacheAt(0);
    const done = {
      ...use,
      isKept: ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body).endsWith('[DONE]'),
    };
    for (const last of ['half', '[DONE]']) {
      const { body, gate } = slowStream('data: ', last);
      gate.resolve();
      const { answer } = await cache.answer(done, async () => ({ status: 200, headers: [], body }));
      await textOf(answer);
    }
    expect(await ask('again')).toBe('hit data: [DONE]');
  });

  it.each(['delete', 'clear'] as const)(
    'does not keep what was being made when it was told to %s',
    async (how) => {
      const { cache, ask } = cacheAt(0);
      const { body, gate } = slowStream('one ', 'two');
      const { answer } = await cache.answer(use, async () => ({ status: 200, headers: [], body }));
      if (how === 'delete') cache.delete('k');
      else cache.clear();
      gate.resolve();
      expect(await textOf(answer)).toBe('one two');
      expect(await ask('again')).toBe('miss again');
    },
  );

  it.each([
    ['whole', bytes('12345')],
    ['a stream', new Response('12345').body as ReadableStream<Uint8Array<ArrayBuffer>>],
  ])('passes a body that is too long through and does not keep it (%s)', async (_name, body) => {
    const { cache, ask } = cacheAt(0, { maxBodyBytes: 4 });
    const { answer } = await cache.answer(use, async () => ({ status: 200, headers: [], body }));
    expect(await textOf(answer)).toBe('12345');
    expect(await ask('1234')).toBe('miss 1234');
    expect(await ask('x')).toBe('hit 1234');
  });

  it('lets go of what was used longest ago when it has too many entries', async () => {
    const { ask } = cacheAt(0, { maxEntries: 2 });
    for (const key of ['a', 'b', 'a', 'c']) await ask(key, { key });
    expect(await ask('x', { key: 'a' })).toBe('hit a');
    expect(await ask('x', { key: 'b' })).toBe('miss x');
  });

  it('never holds more than it may, and answers what was last kept for a key', async () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      length: fc.nat(40),
      wait: fc.nat(400),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, cache } = cacheAt(0, { maxEntries: 3, maxBytes: 60 });
        const last = new Map<string, { text: string; at: number }>();
        for (const [index, { key, length, wait }] of steps.entries()) {
          clock.now += wait;
          const made = { status: 200, headers: [], body: bytes(`${index}`.padEnd(length, '.')) };
          const { answer, cached } = await cache.answer({ ...use, key }, async () => made);
          const text = await textOf(answer);
          if (cached === 'hit') {
            expect(text).toBe(last.get(key)?.text);
            expect(clock.now - (last.get(key)?.at ?? 0)).toBeLessThan(1000);
          } else last.set(key, { text, at: clock.now });
          expect(cache.stats.entries).toBeLessThanOrEqual(3);
          expect(cache.stats.bytes).toBeLessThanOrEqual(60);
        }
        expect(cache.stats.hits + cache.stats.misses).toBe(steps.length);
      }),
    );
  });
});

describe('answerKey', () => {
  it('is the same for the same parts, as text or as bytes', async () => {
    expect(await answerKey(['model', bytes('body')])).toBe(await answerKey(['model', 'body']));
    expect(await answerKey(['model'])).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
    [['a'], ['a', '']],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
  ])('differs between %j and %j', async (one, other) => {
    expect(await answerKey(one)).not.toBe(await answerKey(other));
  });
});
