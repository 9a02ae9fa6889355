import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, KeyList, type ListQuery, listKeys } from './list-keys.ts';

const list = new KeyList(['a', 'b/1', 'b/2', 'b/c/3', 'd', 'd/4', 'é', '\u{1f600}']);

const failure = (query: ListQuery) => {
  try {
    listKeys(list, query);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a list of keys', () => {
  it.each<[string, ListQuery, readonly string[], readonly string[]]>([
    ['everything', {}, ['a', 'b/1', 'b/2', 'b/c/3', 'd', 'd/4', 'é', '\u{1f600}'], []],
    ['a common prefix', { prefix: 'b/' }, ['b/1', 'b/2', 'b/c/3'], []],
    ['nothing', { prefix: 'x' }, [], []],
    ['keys after a key', { startAfter: 'b/c/3' }, ['d', 'd/4', 'é', '\u{1f600}'], []],
    ['keys after a missing key', { startAfter: 'c' }, ['d', 'd/4', 'é', '\u{1f600}'], []],
    [
      'keys after the later one',
      { startAfter: 'b/2', cursor: btoa('a') },
      ['b/c/3', 'd', 'd/4', 'é', '\u{1f600}'],
      [],
    ],
    ['keys after the cursor', { startAfter: 'a', cursor: btoa('d') }, ['d/4', 'é', '\u{1f600}'], []],
    ['a common prefix, after a key', { prefix: 'b/', startAfter: 'b/1' }, ['b/2', 'b/c/3'], []],
    ['folders', { delimiter: '/' }, ['a', 'd', 'é', '\u{1f600}'], ['b/', 'd/']],
    ['a folder', { delimiter: '/', prefix: 'b/' }, ['b/1', 'b/2'], ['b/c/']],
    ['a delimiter of two', { delimiter: '/c' }, ['a', 'b/1', 'b/2', 'd', 'd/4', 'é', '\u{1f600}'], ['b/c']],
    ['no delimiter', { delimiter: '', prefix: 'b' }, ['b/1', 'b/2', 'b/c/3'], []],
  ])('has %s', (_, query, keys, prefixes) => {
    expect(listKeys(list, query)).toEqual({ keys, prefixes });
  });

  it('has no cursor for another page when the last one is exactly full', () => {
    expect(listKeys(list, { limit: 3, prefix: 'b/' }).cursor).toBeUndefined();
    expect(listKeys(list, { limit: 2, prefix: 'b/' }).cursor).toEqual(expect.any(String));
  });

  it('has the same keys in pages of any size as on one page', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'b', '/', '\u{1f600}', '\uffee'), maxLength: 5 });
    const query = fc.record({ prefix: key, delimiter: fc.constantFrom('', '/', 'a', '//') });
    fc.assert(
      fc.property(fc.array(key), query, fc.integer({ min: 1, max: 4 }), (keys, options, limit) => {
        const some = new KeyList(new Set(keys));
        const paged: string[] = [];
        let cursor: string | undefined;
        do {
          const page = listKeys(some, { ...options, limit, cursor });
          expect(page.keys.length + page.prefixes.length).toBeLessThanOrEqual(limit);
          paged.push(...page.keys, ...page.prefixes);
          cursor = page.cursor;
        } while (cursor !== undefined);
        const whole = listKeys(some, options);
        expect(paged.toSorted()).toEqual([...whole.keys, ...whole.prefixes].toSorted());
      }),
    );
  });

  it.each<[string, ListQuery, string]>([
    ['no key', { limit: 0 }, 'bad-limit'],
    ['a negative limit', { limit: -1 }, 'bad-limit'],
    ['more than the page limit', { limit: 1_001 }, 'bad-limit'],
    ['half a key', { limit: 1.5 }, 'bad-limit'],
    ['a cursor from elsewhere', { cursor: '%' }, 'bad-cursor'],
    ['a cursor that is not text', { cursor: btoa('\xff') }, 'bad-cursor'],
  ])('is refused with %s', (_, query, expected) => {
    expect(failure(query)).toMatchObject({ failure: expected });
  });
});

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

  it('has code points above U+FFFF last, unlike their surrogates', () => {
    expect(['\u{1f600}', '\uffee', 'a', ''].sort(compareKeys)).toEqual(['', 'a', '\uffee', '\u{1f600}']);
  });
});

describe('a list with added and removed keys', () => {
  it('is sorted, with each key once, after any changes', () => {
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

  it('finds where keys are, come after, and lose a prefix', () => {
    const list = new KeyList(['b/2', 'a', 'b/1', 'c', 'b/3']);
    expect([list.from('b/1'), list.after('b/1'), list.from('b'), list.after('z')]).toEqual([1, 2, 1, 5]);
    expect([list.past('b/', 1), list.past('b/', 2), list.past('x', 0), list.past('', 0)]).toEqual([
      4, 4, 0, 5,
    ]);
  });
});
