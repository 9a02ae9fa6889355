import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { compareRefNames, sortRefNames } from './list-refs.ts';
import { decodeRefName, isPushableRef, isRefName, refNameFault } from './ref-name.ts';

const toWords = (text: string) => text.trim().split(/\s+/);

// Accepted and refused names are those of `git check-ref-format` of Git 2.39.
const right = [
  ...toWords(`
    refs/heads/main refs/heads refs/heads/a.lockx refs/heads/a]b refs/heads/@ refs/@/a @/a refs/heads/a@b
    refs/heads/x@ refs/heads/@x{ refs/heads/{a} refs/heads/ü refs/heads/日本 refs/heads/😀 refs/heads/-a
    refs/heads/a.b refs/heads/a./b refs/heads/a.LOCK refs/heads/a"b refs/heads/a;b|c&d refs/stash
    refs/notes/commits refs/heads/HEAD refs/heads/lock a/b
  `),
  'refs/heads/a\u0080b',
  "refs/heads/a'b",
  `refs/heads/${'a'.repeat(300)}`,
];
const oneLevel = ['main', 'HEAD', 'refs', 'a'];
const wrong = [
  ...toWords(`
    / // . .. @ refs/ /refs/heads/a refs//heads refs/heads/ refs/heads/a. refs/heads/.a .refs/a refs/heads/.
    refs/heads/.. refs/heads/... refs/heads/a.lock refs/heads/a.lock/b refs/heads/.lock refs/heads/a/.lock
    refs/heads/.lock/a refs/heads/a..b refs/heads/a/../b refs/heads/a~b refs/heads/a^b refs/heads/a:b
    refs/heads/a?b refs/heads/a*b refs/heads/* refs/heads/a[b refs/heads/a@{b refs/heads/@{ refs/heads/@@{
    refs/heads/a.b. refs/tags/v1^{}
  `),
  '',
  'refs/heads/a b',
  'refs/heads/ ',
  ' refs/heads/a',
  'refs/heads/a ',
  'refs/heads/a\\b',
  'refs/heads/a\tb',
  'refs/heads/a\nb',
  'refs/heads/a\u007fb',
  'refs/heads/a\u0001',
  'refs/heads/a\0',
];

describe('the name of a ref', () => {
  it.each(right)('may be %j', (name) => {
    expect(refNameFault(name)).toBeUndefined();
    expect(isRefName(name)).toBe(true);
  });

  it.each(oneLevel)('may be %j only where one part is enough', (name) => {
    expect(refNameFault(name)).toBe('has one part only');
    expect(refNameFault(name, { oneLevel: true })).toBeUndefined();
  });

  it.each(wrong)('may not be %j', (name) => {
    expect(isRefName(name)).toBe(false);
    expect(refNameFault(name, { oneLevel: true })).toBeTypeOf('string');
  });

  it('reports the fault, with the character', () => {
    expect(refNameFault('refs/heads/a b~')).toBe('has the character " "');
    expect(refNameFault('refs/heads/a.lock/b')).toBe('has a part that ends in .lock');
  });

  it('may have as many bytes as the limit allows, whatever the characters', () => {
    for (const [character, size] of [
      ['a', 1],
      ['ü', 2],
      ['日', 3],
      ['😀', 4],
    ] as const) {
      const fitting = `refs/heads/${character.repeat(Math.floor((1_024 - 11) / size))}`;
      expect(refNameFault(fitting)).toBeUndefined();
      expect(refNameFault(fitting + character)).toBe('is longer than 1024 bytes');
    }
  });

  it('may not contain a lone surrogate', () => {
    expect(refNameFault('refs/heads/\ud83d')).toBe('is not Unicode');
  });

  it.each([
    ['refs/heads/main', true, true],
    ['refs/heads/@', true, true],
    ['refs/notes/commits', true, true],
    ['refs/stash', false, true],
    ['refs/@', false, false],
    ['refs/', false, false],
    ['HEAD', false, false],
    ['heads/main', false, false],
    ['refs/heads/a b', false, false],
    ['REFS/heads/main', false, false],
  ])('%j may be created by a push: %j, and deleted: %j', (name, created, deleted) => {
    expect(isPushableRef(name, false)).toBe(created);
    expect(isPushableRef(name, true)).toBe(deleted);
  });

  it('is read from UTF-8 only', () => {
    expect(decodeRefName(new TextEncoder().encode('\ufeffrefs/heads/ü'))).toBe('\ufeffrefs/heads/ü');
    expect(thrownBy(() => decodeRefName(new Uint8Array([0x72, 0xff])))).toBe('bad-ref');
    expect(thrownBy(() => decodeRefName(new Uint8Array([0xc0, 0xaf])))).toBe('bad-ref');
  });
});

describe('the order of refs', () => {
  it('is the order of their bytes', () => {
    const ordered = ['HEAD', 'a', 'a-', 'a-b', 'a/b', 'a0', 'b', 'z', 'ä', '\uffee', '😀'];
    expect(sortRefNames(ordered.toReversed())).toEqual(ordered);
    expect(sortRefNames(['b', 'a'])).toEqual(['a', 'b']);
  });

  it('is the order of their bytes for any names', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '/', 'ü', '\ud7ff', '\ue000', '\uffff', '😀') });
    fc.assert(
      fc.property(name, name, (a, b) => {
        const byBytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(compareRefNames(a, b))).toBe(byBytes);
        expect(sortRefNames([a, b])).toEqual(byBytes > 0 ? [b, a] : [a, b]);
      }),
    );
  });
});
