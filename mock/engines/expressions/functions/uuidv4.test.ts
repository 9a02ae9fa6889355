import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultOf } from '../testing/call.ts';

describe('uuidv4', () => {
  it('is made of the bytes given, with version and variant set', () => {
    const bin = Uint8Array.from({ length: 16 }, (_, index) => index * 17);
    expect(resultOf('uuidv4(bin)', { bin })).toBe('00112233-4455-4677-8899-aabbccddeeff');
  });

  it('is a version 4 UUID whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 40 }), (bin) => {
        expect(resultOf('uuidv4(bin)', { bin })).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });

  it('needs 16 bytes', () => {
    expect(resultOf('uuidv4(bin)', { bin: new Uint8Array(15) })).toBeUndefined();
  });
});
