import { describe, expect, it } from 'vitest';
import {
  fromBytes,
  fromText,
  isAscii,
  lowerAscii,
  toBytes,
  toLenientText,
  toText,
  upperAscii,
} from './bytes.ts';

describe('a byte string', () => {
  it('is the text itself where the text is ASCII', () => {
    expect(fromText('GET /')).toBe('GET /');
  });

  it.each([
    ['é', '\u00c3\u00a9'],
    ['日', '\u00e6\u0097\u00a5'],
    ['😀', '\u00f0\u009f\u0098\u0080'],
  ])('holds the UTF-8 bytes of %s', (text, bytes) => {
    expect(fromText(text)).toBe(bytes);
    expect(toText(bytes)).toBe(text);
  });

  it('has U+FFFD for a lone surrogate', () => {
    expect(toText(fromText('a\ud800'))).toBe('a\ufffd');
  });

  it('keeps a byte order mark', () => {
    expect(toText(fromText('\ufeffa'))).toBe('\ufeffa');
  });

  it('is no text when its bytes are no UTF-8', () => {
    expect(toText('\u00ff')).toBeUndefined();
    expect(toLenientText('a\u00ff')).toBe('a\ufffd');
  });

  it('holds as many bytes as wanted', () => {
    const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => index % 256);
    expect(toBytes(fromBytes(bytes))).toEqual(bytes);
  });

  it('changes case in ASCII letters only', () => {
    expect([lowerAscii('AbZ\u00c9_[0'), upperAscii('aBz\u00e9_{0')]).toEqual([
      'abz\u00c9_[0',
      'ABZ\u00e9_{0',
    ]);
  });

  it('is ASCII below 128', () => {
    expect([isAscii('\u0000~\u007f'), isAscii('\u0080'), isAscii('é')]).toEqual([true, false, false]);
  });
});
