import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, KeyList } from './key-order.ts';

const key = fc.string({ unit: 'binary', maxLength: 6 });
const bytes = (text: string) => Buffer.from(text, 'utf8');
const all = (list: KeyList) => {
  const keys: string[] = [];
  for (let at = 0, one = list.at(0); one !== undefined; one = list.at(++at)) keys.push(one);
  return keys;
};

describe('the order of keys', () => {
  it('is that of their bytes in UTF-8', () => {
    fc.assert(
      fc.property(key, key, (a, b) => {
        expect(Math.sign(compareKeys(a, b))).toBe(Buffer.compare(bytes(a), bytes(b)));
      }),
    );
  });

  it('has what is beyond U+FFFF last, where its halves would not be', () => {
    expect(['\u{1f600}', '\uffee', 'a', ''].sort(compareKeys)).toEqual(['', 'a', '\uffee', '\u{1f600}']);
  });
});

describe('a list of keys', () => {
  it('is in order, each key once, whatever is added and removed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), key)), (steps) => {
        const list = new KeyList();
        const expected = new Set<string>();
        for (const [isAdded, one] of steps) {
          list[isAdded ? 'add' : 'remove'](one);
          expected[isAdded ? 'add' : 'delete'](one);
        }
        expect(all(list)).toEqual(Array.from(expected).sort(compareKeys));
      }),
    );
  });

  it('finds where keys are, are behind, and stop to begin alike', () => {
    const list = new KeyList(['b/2', 'a', 'b/1', 'c', 'b/3']);
    expect([list.from('b/1'), list.after('b/1'), list.from('b'), list.after('z')]).toEqual([1, 2, 1, 5]);
    expect([list.past('b/', 1), list.past('b/', 2), list.past('x', 0), list.past('', 0)]).toEqual([
      4, 4, 0, 5,
    ]);
  });
});
