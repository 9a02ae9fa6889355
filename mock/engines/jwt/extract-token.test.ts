import { describe, expect, it } from 'vitest';
import { extractToken } from './extract-token.ts';

describe('extractToken', () => {
  it.each([
    ['an unprefixed value', 'a.b.c', 'a.b.c'],
    ['a value after Bearer and one space', 'Bearer a.b.c', 'a.b.c'],
    ['two spaces after Bearer, of which only one is the prefix', 'Bearer  a.b.c', ' a.b.c'],
    ['a space at the end', 'Bearer a.b.c ', 'a.b.c '],
    ['bearer in lower case', 'bearer a.b.c', 'bearer a.b.c'],
    ['BEARER in upper case', 'BEARER a.b.c', 'BEARER a.b.c'],
    ['Bearer with a colon', 'Bearer: a.b.c', 'Bearer: a.b.c'],
    ['Bearer and a tab', 'Bearer\ta.b.c', 'Bearer\ta.b.c'],
    ['Bearer without a space', 'Bearera.b.c', 'Bearera.b.c'],
    ['a space before Bearer', ' Bearer a.b.c', ' Bearer a.b.c'],
    ['Bearer twice', 'Bearer Bearer a.b.c', 'Bearer a.b.c'],
    ['another scheme after Bearer', 'Bearer Basic dXNlcg==', 'Basic dXNlcg=='],
    ['garbage', 'garbage', 'garbage'],
    ['garbage of several words', 'not a token', 'not a token'],
    ['a token and more words', 'a.b.c d', 'a.b.c d'],
    ['a scheme name without a space', 'Basic', 'Basic'],
    ['a scheme name and a colon', 'Basic: x', 'Basic: x'],
    ['a single space', ' ', ' '],
  ])('finds %s present', (_, value, token) => {
    expect(extractToken(value)).toEqual({ present: true, token });
  });

  it.each([
    ['no value', undefined],
    ['the empty text', ''],
    ['Bearer and a space alone', 'Bearer '],
    ['Bearer alone, as HTTP delivers it', 'Bearer'],
    ['Basic', 'Basic dXNlcjpwYXNz'],
    ['Basic in another case', 'bASIC dXNlcjpwYXNz'],
    ['Digest', 'Digest username="user"'],
    ['DPoP, though a token follows', 'DPoP a.b.c'],
    ['an unregistered scheme in wide use', 'AWS4-HMAC-SHA256 Credential=x'],
    ['another scheme and a space only', 'Negotiate '],
  ])('finds %s absent', (_, value) => {
    expect(extractToken(value)).toEqual({ present: false });
  });
});
