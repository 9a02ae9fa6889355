import { describe, expect, it } from 'vitest';
import { resultOf } from '../testing/call.ts';

describe('remove_bytes', () => {
  it.each([
    ['remove_bytes(str, "\\x2e\\x77")', 'www.cloudflare.com', 'cloudflarecom'],
    ['remove_bytes(str, 2e:77)', 'www.cloudflare.com', 'cloudflarecom'],
    ['remove_bytes(str, "")', 'abc', 'abc'],
    ['remove_bytes(str, "é")', 'aéb', 'ab'],
  ])('%s of %s is %s', (source, str, expected) => {
    expect(resultOf(source, { str })).toBe(expected);
  });

  it('looks at bytes, not characters', () => {
    expect(resultOf('remove_bytes(str, "\\xa9")', { str: 'é' })).toEqual(Uint8Array.of(0xc3));
  });
});
