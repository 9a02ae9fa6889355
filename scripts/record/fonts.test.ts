import { readFileSync } from 'node:fs';
import { unzlibSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { woffFont } from './fonts/sfnt.ts';
import { squareFont } from './fonts/square-font.ts';
import { fontFile, testFonts } from './fonts.ts';

const sumUp = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let sum = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
};

describe('the fonts of fixtures/fonts', () => {
  test.each(Object.entries(testFonts()))('%s is up to date', (name, bytes) => {
    expect(Buffer.from(readFileSync(fontFile(name))).equals(bytes)).toBe(true);
  });
});

describe('squareFont', () => {
  test('has the checksum of OpenType', () => {
    expect(sumUp(squareFont())).toBe(0xb1b0afba);
  });
});

describe('woffFont', () => {
  test('contains every table of the font', () => {
    const font = squareFont();
    const woff = woffFont(font);
    const view = new DataView(woff.buffer);
    const plain = new DataView(font.buffer);
    expect(view.getUint32(8)).toBe(woff.length);
    for (let index = 0; index < view.getUint16(12); index++) {
      const entry = 44 + index * 20;
      const [offset, stored, length] = [4, 8, 12].map((at) => view.getUint32(entry + at)) as [
        number,
        number,
        number, // three of them, as asked for
      ];
      const bytes = woff.subarray(offset, offset + stored);
      const from = plain.getUint32(12 + index * 16 + 8);
      const table = font.subarray(from, from + length);
      expect(Buffer.from(stored < length ? unzlibSync(bytes) : bytes).equals(table)).toBe(true);
    }
  });
});
