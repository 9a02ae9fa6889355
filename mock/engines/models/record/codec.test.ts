import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode, recordKey } from './codec.ts';

describe('encode and decode', () => {
  it.each<[string, unknown, unknown]>([
    ['bytes', new Uint8Array([0, 255]), { $bytes: 'AP8=' }],
    ['vectors', new Float32Array([1]), { $floats: 'AACAPw==' }],
    ['URLs', new URL('https://a.test/'), { $url: 'https://a.test/' }],
    ['members in order, without undefined ones', { b: 1, a: [undefined], c: undefined }, { a: [null], b: 1 }],
    ['data that only looks like bytes', { $bytes: 'AP8=' }, { $object: { $bytes: 'AP8=' } }],
    ['data that only looks like an escape', { $object: 1 }, { $object: { $object: 1 } }],
    ['other names that begin with $', { $ref: '#' }, { $ref: '#' }],
  ])('write %s', (_, value, json) => {
    expect(JSON.stringify(encode(value))).toBe(JSON.stringify(json));
  });

  it('read back what they wrote', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, false, 0, 1.5, -7),
        fc.string(),
        fc.uint8Array(),
        fc.float32Array({ noNaN: true }),
        fc.constant(new URL('https://a.test/b?c')),
        fc.array(tie('value')),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$bytes', '$object', '__proto__')), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(value, (original) => {
        const back = decode(JSON.parse(JSON.stringify(encode(original))));
        expect(JSON.stringify(encode(back))).toBe(JSON.stringify(encode(original)));
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, Symbol('a')])('refuse %s', (value) => {
    expect(() => encode({ value })).toThrow(TypeError);
  });

  it.each<[Parameters<typeof decode>[0]]>([
    [{ $bytes: 7 }],
    [{ $url: 'no' }],
    [{ $object: [] }],
    [{ $bytes: '*' }],
  ])('refuse to read %j', (json) => {
    expect(() => decode(json)).toThrow();
  });
});

describe('recordKey', () => {
  it('is the same in any order of members', async () => {
    const key = await recordKey('draw', 'm', { prompt: 'a', width: 1, seed: undefined });
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await recordKey('draw', 'm', { width: 1, prompt: 'a' })).toBe(key);
  });

  it('differs by task, model and request', async () => {
    const keys = await Promise.all([
      recordKey('draw', 'm', { a: 1 }),
      recordKey('speak', 'm', { a: 1 }),
      recordKey('draw', 'n', { a: 1 }),
      recordKey('draw', 'm', { a: 2 }),
      recordKey('draw', 'm', { a: new Uint8Array([1]) }),
      recordKey('draw', 'm', { a: { $bytes: 'AQ==' } }),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
