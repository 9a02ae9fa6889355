import { describe, expect, it } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { gitCodec as native } from './native-codec.ts';
import { gitCodec as portable } from './portable-codec.ts';

const text = (words: string) => new TextEncoder().encode(words);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fromBase64 = (digits: string) => new Uint8Array(Buffer.from(digits, 'base64'));
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));

/** Incompressible bytes, the same ones each time. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

const contents: readonly (readonly [what: string, data: Uint8Array])[] = [
  ['nothing', new Uint8Array(0)],
  ['a byte', text('a')],
  ['a line', text('Touchstone\n')],
  ['a megabyte of one byte', new Uint8Array(1_048_576).fill(7)],
  ['a megabyte of noise', noise(1_048_576)],
  ['20 MiB, more than is allocated at once', new Uint8Array(20 * 1_048_576)],
];

/** `hello world` twenty times, compressed by zlib 1.2.13. */
const stream = fromBase64('eJzLSM3JyVcozy/KSVHIGAFsAFV2WbE=');
const streamed = text('hello world '.repeat(20));

const codecs = [
  ['native', native],
  ['portable', portable],
] as const;

describe.each(codecs)('the %s codec', (_, codec) => {
  it.each([
    ['nothing', [], 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['an empty blob', [text('blob 0\0')], 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'],
    ['an empty tree', [text('tree 0\0')], '4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
    ['pieces', [text('blob 6\0'), text('hel'), text('lo\n')], 'ce013625030ba8dba906f756967f9e9ca394464a'],
  ])('computes the SHA-1 of %s, at once and piece by piece', (_what, pieces, id) => {
    expect(hex(codec.sha1(...pieces))).toBe(id);
    const hasher = codec.hasher();
    for (const piece of pieces) hasher.update(piece);
    expect(hex(hasher.digest())).toBe(id);
  });

  it('inflates a zlib stream and returns its end', () => {
    expect(codec.inflate(joined(text('xx'), stream, stream), 2, streamed.length)).toEqual({
      data: streamed,
      end: 2 + stream.length,
    });
  });

  it.each(contents)('inflates what either codec deflated: %s', (_what, data) => {
    for (const [, other] of codecs) {
      const deflated = other.deflate(data);
      const padded = new Uint8Array(deflated.length + 7);
      padded.set(deflated, 3);
      const { data: inflated, end } = codec.inflate(padded, 3, data.length);
      expect(end).toBe(3 + deflated.length);
      expect(hex(native.sha1(inflated))).toBe(hex(native.sha1(data)));
    }
  });

  it.each([
    ['', 0],
    ['a', 0xe8b7be43],
    ['123456789', 0xcbf43926],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('computes the known CRC-32 of %j, at once and piece by piece', (words, sum) => {
    expect(codec.crc32(text(words))).toBe(sum);
    expect(codec.crc32(text(words.slice(3)), codec.crc32(text(words.slice(0, 3))))).toBe(sum);
  });

  it('returns plain bytes, whose slice is a copy', () => {
    const made = [
      codec.sha1(),
      codec.hasher().digest(),
      codec.deflate(streamed),
      codec.inflate(stream, 0, streamed.length).data,
    ];
    for (const bytes of made) expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
  });

  it.each([
    ['one byte more than it has', stream, streamed.length + 1],
    ['one byte less', stream, streamed.length - 1],
    ['nothing', stream, 0],
    ['far more than it could have', stream, 1_073_741_824],
    ['a foreign header', text('garbage of some length'), 10],
    ['a gzip stream', fromBase64('H4sIAAAAAAAAA0tMSk4BAMLnMRAEAAAA'), 4],
    ['an unknown dictionary', fromBase64('eLsD2AGLSwRiAAPYAYs='), 4],
    ['a wrong check sum', stream.with(stream.length - 1, 0), streamed.length],
    ['a block of an invalid type', fromBase64('eJwHAAAAAAAAAAA='), 4],
  ])('refuses a stream with %s', (_what, source, size) => {
    expect(thrownBy(() => codec.inflate(source, 0, size))).toBe('bad-zlib');
  });

  it('reports a stream that is truncated anywhere', () => {
    for (let length = 0; length < stream.length; length++) {
      expect(() => codec.inflate(stream.subarray(0, length), 0, streamed.length)).toThrow(RangeError);
    }
    expect(() => codec.inflate(stream, stream.length + 5, 1)).toThrow(RangeError);
  });

  it('allocates nothing for a claimed size that is impossible', () => {
    expect(() => codec.inflate(stream.subarray(0, 4), 0, 2 ** 40)).toThrow(RangeError);
  });

  it.each(contents)('inflates no more than the requested head: %s', (_what, data) => {
    for (const length of [1, 16, 32]) {
      expect(codec.inflateHead(native.deflate(data), 0, length)).toEqual(data.slice(0, length));
    }
  });

  it('inflates the head of a truncated stream, and of no invalid one', () => {
    expect(codec.inflateHead(stream.subarray(0, 16), 0, 5)).toEqual(text('hello'));
    expect(codec.inflateHead(stream, stream.length, 5)).toHaveLength(0);
    expect(thrownBy(() => codec.inflateHead(text('garbage'), 0, 5))).toBe('bad-zlib');
  });
});
