import fc from 'fast-check';
import { base64url } from 'jose';
import { describe, expect, it } from 'vitest';
import { decodeBase64url } from './base64url.ts';

describe('decodeBase64url', () => {
  it('reads back what an encoder writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeBase64url(base64url.encode(bytes))).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it('never decodes two texts to the same bytes', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= ';
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 12 }), (text) => {
        const bytes = decodeBase64url(text);
        if (bytes) expect(base64url.encode(bytes)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads one part of a longer text', () => {
    expect(decodeBase64url('!!AQI!!', 2, 5)).toEqual(new Uint8Array([1, 2]));
  });

  it.each([
    ['padding', 'AQI='],
    ['padding of one byte', 'AQ=='],
    ['the standard alphabet, plus', 'A+BC'],
    ['the standard alphabet, slash', 'A/BC'],
    ['a space', 'AQ I'],
    ['a line end', 'AQID\n'],
    ['a tab', 'AQ\tI'],
    ['an impossible length', 'AQIDB'],
    ['trailing bits after two characters', 'AR'],
    ['trailing bits after three characters', 'AQJ'],
    ['a letter outside ASCII', 'AQé_'],
    ['a letter whose low bits look like ASCII', 'AQI\u0141'],
    ['a non-ASCII letter at the end', 'AQID\u0141Q'],
    ['a dot', 'AQ.D'],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64url(text)).toBeUndefined();
  });
});
