import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countCached, countTokens, cutText, firstTokens, getPieces } from './tokens.ts';

/** The tokens of a text, one by one. */
const getTokens = (text: string) =>
  Array.from({ length: countTokens(text) }, (_, at) =>
    firstTokens(text, at + 1).slice(firstTokens(text, at).length),
  );

describe('tokens', () => {
  test.each([
    ['Hello, wonderful world', ['Hello', ',', ' wonderf', 'ul', ' world']],
    ['12345  a', ['123', '45', ' ', ' a']],
    ['日本 👩‍👩‍👧', ['日', '本', ' 👩‍👩‍👧']],
    ['----------', ['--------', '--']],
    ['', []],
  ])('of %j are %j', (text, tokens) => {
    expect(getTokens(text)).toEqual(tokens);
  });

  it('concatenate to the text, and any prefix of them has as many tokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(60), (text, most) => {
        expect(getPieces(text).join('')).toBe(text);
        const first = firstTokens(text, most);
        expect(text.startsWith(first)).toBe(true);
        expect(countTokens(first)).toBe(Math.min(most, countTokens(text)));
      }),
    );
  });

  it('have about four characters of English each', () => {
    const text = 'The quick brown fox jumps over the lazy dog, and nobody in the whole village minds at all.';
    expect(text.length / countTokens(text)).toBeGreaterThan(3.5);
    expect(text.length / countTokens(text)).toBeLessThan(5);
  });
});

test.each([
  ['1 2 3 4', 100, ['3'], { text: '1 2 ', tokens: 3, reason: 'stop', stop: '3' }],
  ['1 2 3 4', 2, ['4'], { text: '1 2', tokens: 2, reason: 'length' }],
  ['1 2', 2, [''], { text: '1 2', tokens: 2, reason: 'stop' }],
])('a cut of %j to %i tokens before %j', (text, most, stops, cut) => {
  expect(cutText(text, most, stops)).toEqual(cut);
});

it('counts repeated tokens of a conversation as cached, from 1,024 on', () => {
  const cached = (text: string) =>
    countCached({
      messages: [
        { role: 'user', parts: [{ type: 'text', text }] },
        { role: 'assistant', parts: [] },
      ],
    });
  // Each letter and each space is a token; a message has four more.
  expect([1019, 1020, 1147, 1148].map((tokens) => cached(firstTokens('a '.repeat(3000), tokens)))).toEqual([
    0, 1024, 1024, 1152,
  ]);
});
