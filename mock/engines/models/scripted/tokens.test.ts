import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens, firstTokens, splitTokens } from './tokens.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '\r\n',
      'a',
      'Wort',
      '7',
      '42',
      ',',
      '...',
      '日',
      '\u0301',
      '👩‍👩‍👧',
      '🇩🇪',
      'é',
    ),
    maxLength: 40,
  }),
);

describe('tokens', () => {
  it.each([
    ['', []],
    ['Hello, wonderful world', ['Hello', ',', ' wonderf', 'ul', ' world']],
    ['a  b', ['a', ' ', ' b']],
    ['12345 67', ['123', '45', ' 67']],
    ['日本語', ['日', '本', '語']],
    ['one\n\ntwo', ['one', '\n\n', 'two']],
    ['wait...', ['wait', '...']],
    ['👩‍👩‍👧 🇩🇪🇫🇷', ['👩‍👩‍👧', ' 🇩🇪', '🇫🇷']],
    ['e\u0301te\u0301', ['e\u0301te\u0301']],
  ])('of %j are as documented', (whole, tokens) => {
    expect(splitTokens(whole)).toEqual(tokens);
    expect(countTokens(whole)).toBe(tokens.length);
  });

  it('are together the text again', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(splitTokens(whole).join('')).toBe(whole);
      }),
    );
  });

  it('are none of them empty', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(splitTokens(whole)).not.toContain('');
      }),
    );
  });

  it('count as many when a text is cut after as many', () => {
    fc.assert(
      fc.property(text, fc.nat(30), (whole, most) => {
        const expected = Math.min(most, countTokens(whole));
        expect(countTokens(firstTokens(whole, most))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['\u{11a84}\u{1680}', '\u{11f02}\u{6d336}', '\u{111c2}日'])(
    'do not part a sign from what it is put before: %s',
    (whole) => {
      expect(splitTokens(whole)).toEqual([whole]);
    },
  );

  it('end only between characters as people see them', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(text, (whole) => {
        const bounds = new Set([...segmenter.segment(whole)].map(({ index }) => index));
        let at = 0;
        for (const token of splitTokens(whole)) {
          expect(bounds).toContain(at);
          at += token.length;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('of a megabyte are counted before anybody gives up', () => {
    const whole = 'The quick brown fox, 12345 times, jumped über the lazy dog.\n'.repeat(17_000);
    countTokens(whole.slice(0, 100_000));
    const started = performance.now();
    expect(countTokens(whole)).toBeGreaterThan(200_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
