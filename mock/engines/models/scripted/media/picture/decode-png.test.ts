import fc from 'fast-check';
import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { ModelError } from '../../../model-error.ts';
import { crc32 } from './checksums.ts';
import { decodePng, pngSignature } from './decode-png.ts';
import { zlib } from './deflate.ts';
import { encodePng } from './encode-png.ts';

interface Kind {
  readonly type: number;
  readonly depth: number;
  readonly channels: number;
  readonly interlaced: boolean;
}

const kinds: readonly Kind[] = [
  { type: 0, depth: 8, channels: 1, interlaced: false },
  { type: 0, depth: 16, channels: 1, interlaced: false },
  { type: 2, depth: 8, channels: 3, interlaced: false },
  { type: 2, depth: 16, channels: 3, interlaced: false },
  { type: 4, depth: 8, channels: 2, interlaced: false },
  { type: 6, depth: 8, channels: 4, interlaced: false },
  { type: 6, depth: 16, channels: 4, interlaced: false },
  { type: 2, depth: 8, channels: 3, interlaced: true },
  { type: 6, depth: 8, channels: 4, interlaced: true },
];

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function file(
  width: number,
  height: number,
  kind: Kind,
  rows: Uint8Array,
  extra: readonly Uint8Array[] = [],
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([kind.depth, kind.type, 0, 0, kind.interlaced ? 1 : 0], 8);
  const parts = [Uint8Array.from(pngSignature), chunk('IHDR', header), ...extra, chunk('IDAT', zlib(rows))];
  return Uint8Array.from([...parts, chunk('IEND', new Uint8Array(0))].flatMap((part) => [...part]));
}

/** Rows of noise with all filters, as many bytes as the kind of picture has. */
function noise(width: number, height: number, kind: Kind, bytes: Uint8Array): Uint8Array {
  const starts = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ];
  const rows: number[] = [];
  let next = 0;
  for (const [x = 0, y = 0, dx = 1, dy = 1] of kind.interlaced ? starts : [[0, 0, 1, 1]]) {
    const [columns, lines] = [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)];
    if (columns <= 0) continue;
    for (let line = 0; line < lines; line++) {
      rows.push((bytes[next++ % bytes.length] ?? 0) % 5);
      const stride = Math.ceil((columns * kind.channels * kind.depth) / 8);
      for (let i = 0; i < stride; i++) rows.push(bytes[next++ % bytes.length] ?? 0);
    }
  }
  return Uint8Array.from(rows);
}

/** What another library reads, on white. */
function expected(bytes: Uint8Array, kind: Kind): number[] {
  const { data, channels } = decode(bytes, { checkCrc: true });
  const values = Array.from(data, (value) => (kind.depth === 16 ? value >> 8 : value));
  const out: number[] = [];
  for (let i = 0; i < values.length; i += channels) {
    const alpha = channels % 2 === 0 ? (values[i + channels - 1] ?? 0) : 255;
    for (let c = 0; c < 3; c++) {
      const value = values[channels < 3 ? i : i + c] ?? 0;
      out.push(Math.floor((value * alpha) / 255) + 255 - alpha);
    }
  }
  return out;
}

describe('decodePng', () => {
  test.each(kinds)('reads what another library reads, of %o', async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 19 }),
        fc.integer({ min: 1, max: 19 }),
        fc.uint8Array({ minLength: 7, maxLength: 61 }),
        async (width, height, bytes) => {
          const png = file(width, height, kind, noise(width, height, kind, bytes));
          const pixels = await decodePng(png);
          expect([pixels.width, pixels.height]).toEqual([width, height]);
          expect(Array.from(pixels.data)).toEqual(expected(png, kind));
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each([
    [1, 0b10110000, [255, 0, 255, 255]],
    [2, 0b11100100, [255, 170, 85, 0]],
    [4, 0xf0, [255, 0]],
  ])('reads grey of %i bits', async (depth, byte, greys) => {
    const kind = { type: 0, depth, channels: 1, interlaced: false };
    const { data } = await decodePng(file(greys.length, 1, kind, Uint8Array.of(0, byte)));
    expect(Array.from(data)).toEqual(greys.flatMap((grey) => [grey, grey, grey]));
  });

  test('reads a palette and what it lets through', async () => {
    const kind = { type: 3, depth: 2, channels: 1, interlaced: false };
    const palette = chunk('PLTE', Uint8Array.of(10, 20, 30, 40, 50, 60));
    const transparency = chunk('tRNS', Uint8Array.of(255, 0));
    const png = file(3, 1, kind, Uint8Array.of(0, 0b00011100), [palette, transparency]);
    // The third index has no colour.
    expect(Array.from((await decodePng(png)).data)).toEqual([10, 20, 30, 255, 255, 255, 0, 0, 0]);
  });

  const good = encodePng({ width: 20, height: 20, data: new Uint8Array(1200).fill(90) });

  test('refuses a file that is cut short anywhere', async () => {
    for (let length = 8; length < good.length; length++) {
      await expect(decodePng(good.subarray(0, length))).rejects.toThrow(ModelError);
    }
  });

  test('refuses a file with any bit turned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 64, max: good.length * 8 - 1 }), async (bit) => {
        const bytes = good.slice();
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        await expect(decodePng(bytes)).rejects.toThrow(ModelError);
      }),
    );
  });

  const grey = { type: 0, depth: 8, channels: 1, interlaced: false };
  test.each([
    ['an unknown colour type', file(1, 1, { ...grey, type: 5 }, Uint8Array.of(0, 0)), 'kind of colour'],
    [
      'a depth that its type has not',
      file(1, 1, { ...grey, type: 2, depth: 4 }, Uint8Array.of(0, 0)),
      'kind of colour',
    ],
    ['no palette', file(1, 1, { ...grey, type: 3 }, Uint8Array.of(0, 0)), 'no palette'],
    ['no pixels', file(0, 1, grey, Uint8Array.of(0, 0)), 'no pixels'],
    ['too few rows', file(2, 2, grey, Uint8Array.of(0, 0)), 'cannot be unpacked'],
    ['an unknown filter', file(1, 1, grey, Uint8Array.of(5, 0)), 'unknown filter'],
    ['a gigapixel', file(32_768, 32_768, grey, Uint8Array.of(0, 0)), '25 megapixels'],
  ])('refuses a file with %s', async (_, bytes, message) => {
    await expect(decodePng(bytes)).rejects.toThrow(message);
  });
});
