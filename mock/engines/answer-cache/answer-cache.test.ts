import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerStoreOptions, answerKey, answerStore, type WholeAnswer } from './answer-cache.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const getAnswer = (text: string): WholeAnswer => ({
  status: 200,
  headers: [['x-text', text]],
  body: bytes(text),
});

function storeAt(start: number, more: Partial<AnswerStoreOptions> = {}) {
  const clock = { now: start };
  const store = answerStore({ now: () => clock.now, maxEntries: 1000, maxBytes: 1_000_000, ...more });
  const keep = (key: string, text = key) => store.set(key, getAnswer(text), 1000);
  const read = (key: string) => {
    const found = store.get(key);
    return found && new TextDecoder().decode(found.body);
  };
  return { clock, store, keep, read };
}

describe('answerStore', () => {
  it.each([
    [999, 'one'],
    [1000, undefined],
    [-1, undefined],
  ])('keeps a response for its time (%i ms later)', (later, expected) => {
    const { clock, keep, read } = storeAt(5000);
    keep('one');
    clock.now += later;
    expect(read('one')).toBe(expected);
  });

  it('keeps the newest response, and none without time or space', () => {
    const { store, keep, read } = storeAt(0, { maxBytes: 40 });
    keep('a', 'old');
    keep('a', 'new');
    expect(read('a')).toBe('new');
    expect(store.set('a', getAnswer('none'), 0)).toBe(false);
    expect(keep('b', 'x'.repeat(30))).toBe(false);
    expect([store.entries, store.bytes]).toEqual([0, 0]);
  });

  it('counts bodies and headers, and deletes entries', () => {
    const { store, keep } = storeAt(0);
    for (const key of ['four', 'more']) keep(key);
    expect([store.entries, store.bytes]).toEqual([2, 2 * (4 + 6 + 4)]);
    store.delete('four');
    expect([store.entries, store.bytes]).toEqual([1, 14]);
    store.clear();
    expect([store.entries, store.bytes]).toEqual([0, 0]);
  });

  it('evicts the least recently used when it has too many entries', () => {
    const { keep, read } = storeAt(0, { maxEntries: 2 });
    for (const key of ['a', 'b']) keep(key);
    read('a');
    keep('c');
    expect(['a', 'b', 'c'].map(read)).toEqual(['a', undefined, 'c']);
  });

  it('never exceeds its limits, and returns the newest response for a key', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      length: fc.nat(20),
      wait: fc.nat(400),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { clock, store, keep, read } = storeAt(0, { maxEntries: 3, maxBytes: 120 });
        const last = new Map<string, { text: string; at: number }>();
        for (const [index, { key, length, wait }] of steps.entries()) {
          clock.now += wait;
          const found = read(key);
          if (found !== undefined) {
            expect(found).toBe(last.get(key)?.text);
            expect(clock.now - (last.get(key)?.at ?? 0)).toBeLessThan(1000);
          }
          const text = `${index}`.padEnd(length, '.');
          keep(key, text);
          last.set(key, { text, at: clock.now });
          expect(store.entries).toBeLessThanOrEqual(3);
          expect(store.bytes).toBeLessThanOrEqual(120);
        }
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
