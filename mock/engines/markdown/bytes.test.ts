import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codePointAt,
  codePointBefore,
  isAlphanumeric,
  isDigit,
  isLetter,
  isSpace,
  isSpaceCharacter,
  isWordCharacter,
  sequenceLength,
} from './bytes.ts';
import { declarationBytes, getEncoding } from './charset.ts';
import { toBytes } from './testing/to-bytes.ts';

const all = Array.from({ length: 256 }, (_, value) => value);

function getText(values: readonly number[]): string {
  return String.fromCharCode(...values);
}

describe('the classes of bytes', () => {
  it('hold the letters', () => {
    expect(getText(all.filter(isLetter))).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  });

  it('hold the digits', () => {
    expect(getText(all.filter(isDigit))).toBe('0123456789');
  });

  it('have letters and digits', () => {
    expect(all.filter(isAlphanumeric)).toEqual(all.filter((value) => isDigit(value) || isLetter(value)));
  });

  it('have the whitespace of HTML, without the vertical tab', () => {
    expect(getText(all.filter(isSpace))).toBe('\t\n\f\r ');
  });
});

function getCodePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}

describe('isWordCharacter', () => {
  it.each([
    { characters: 'aZ09éß日ًा', isWord: true },
    { characters: ' \n*_~`!$+<=>^|“»—€©\u00a0\u3000、', isWord: false },
  ])('treats each of `$characters` as one: $isWord', ({ characters, isWord }) => {
    for (const character of characters) {
      expect([character, isWordCharacter(getCodePoint(character), false)]).toEqual([character, isWord]);
    }
  });

  it('takes the caller’s choice for symbols beyond the first plane, since readers differ', () => {
    const emoji = getCodePoint('😀');
    expect([isWordCharacter(emoji, true), isWordCharacter(emoji, false)]).toEqual([true, false]);
  });
});

describe('isSpaceCharacter', () => {
  it.each([
    { character: ' ', isSpace: true },
    { character: '\t', isSpace: true },
    { character: '\n', isSpace: true },
    { character: '\u00a0', isSpace: true },
    { character: '\u3000', isSpace: true },
    { character: 'a', isSpace: false },
    { character: '.', isSpace: false },
    { character: '\u200b', isSpace: false },
  ])('treats $character as a space: $isSpace', ({ character, isSpace }) => {
    expect(isSpaceCharacter(getCodePoint(character))).toBe(isSpace);
  });
});

describe('codePointAt and codePointBefore', () => {
  it('find the characters of any text from both sides', () => {
    const character = fc
      .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
      .map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.array(character, { minLength: 1, maxLength: 5 }), (characters) => {
        const bytes = toBytes(characters.join(''));
        expect(codePointAt(bytes, 0)).toBe(getCodePoint(characters[0] ?? ''));
        expect(codePointBefore(bytes, bytes.length)).toBe(getCodePoint(characters.at(-1) ?? ''));
      }),
    );
  });

  it('find a line end before the first character', () => {
    expect(codePointBefore(toBytes('a'), 0)).toBe(10);
  });
});

describe('sequenceLength', () => {
  it('distinguishes well-formed UTF-8 from other bytes as the decoder does', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 4 });
    const likely = fc
      .tuple(
        fc.constantFrom(0x41, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5),
        fc.array(fc.constantFrom(0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0), { maxLength: 3 }),
      )
      .map(([first, rest]) => Uint8Array.from([first, ...rest]));
    fc.assert(
      fc.property(fc.oneof(bytes, likely), (source) => {
        const length = sequenceLength(source, 0, source.length);
        const isCharacter = [1, 2, 3, 4].find((size) => {
          try {
            return [...decoder.decode(source.subarray(0, size))].length === 1 && size <= source.length;
          } catch {
            return false;
          }
        });
        expect(length).toBe(isCharacter ?? 0);
      }),
      { numRuns: 3000 },
    );
  });

  it('reads nothing after the end', () => {
    expect(sequenceLength(toBytes('é'), 0, 1)).toBe(0);
  });
});

const meta = '<meta charset="shift_jis">';

describe('getEncoding', () => {
  it.each([
    { what: 'nothing is declared', head: '<p>x', charset: undefined, encoding: 'utf-8' },
    { what: 'the header names one', head: '<p>x', charset: 'ISO-8859-1', encoding: 'windows-1252' },
    { what: 'the header and a meta tag differ', head: meta, charset: 'gbk', encoding: 'gbk' },
    { what: 'the header names an unknown one', head: meta, charset: 'no-such', encoding: 'shift_jis' },
    { what: 'the header is empty', head: meta, charset: '', encoding: 'shift_jis' },
    { what: 'a meta tag names one', head: meta, charset: undefined, encoding: 'shift_jis' },
    { what: 'a meta tag is unquoted', head: '<meta charset=euc-kr>', charset: undefined, encoding: 'euc-kr' },
    {
      what: 'a meta tag replaces a header',
      head: '<META http-equiv="Content-Type" content="text/html; charset=big5">',
      charset: undefined,
      encoding: 'big5',
    },
    {
      what: 'a meta tag names an unknown one',
      head: '<meta charset=x>',
      charset: undefined,
      encoding: 'utf-8',
    },
    {
      what: 'a readable meta tag says UTF-16',
      head: '<meta charset=utf-16le>',
      charset: undefined,
      encoding: 'utf-8',
    },
    { what: 'the meta tag is in a comment', head: `<!-- ${meta} -->`, charset: undefined, encoding: 'utf-8' },
    {
      what: 'the meta tag follows a comment',
      head: `<!-- x -->${meta}`,
      charset: undefined,
      encoding: 'shift_jis',
    },
    {
      what: 'the meta tag is too far into the page',
      head: `${' '.repeat(declarationBytes)}${meta}`,
      charset: undefined,
      encoding: 'utf-8',
    },
  ])('is $encoding when $what', ({ head, charset, encoding }) => {
    expect(getEncoding(toBytes(head), charset)).toBe(encoding);
  });

  it.each([[[0xff, 0x61]], [[0x61, 0xfe]], [[0xfe, 0x61]], [[0xef, 0xbb, 0x61]], [[0xef, 0x61, 0xbf]]])(
    'is what the header names when the page begins with half a byte order mark: %j',
    (head) => {
      expect(getEncoding(Uint8Array.from(head), 'gbk')).toBe('gbk');
    },
  );

  it.each([
    { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
    { mark: [0xff, 0xfe], encoding: 'utf-16le' },
    { mark: [0xfe, 0xff], encoding: 'utf-16be' },
  ])('is $encoding after its byte order mark, whatever else is declared', ({ mark, encoding }) => {
    expect(getEncoding(Uint8Array.from([...mark, ...toBytes(meta)]), 'gbk')).toBe(encoding);
  });
});
