import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'fast-png';
import jpeg from 'jpeg-js';
import { afterAll, describe, expect, test } from 'vitest';
import { ConformanceFailure } from './errors.ts';
import { colourAt, decodePicture, encodePng, type PictureTolerance, pictureHeader } from './picture.ts';
import { createPictureFiles, judgePicture, judgeRoughly, mustDiffer } from './picture-judge.ts';
import { type Drawing, drawing } from './testing/drawing.ts';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const size = { width: 300, height: 200 };
const plain = drawing(300, 200);

test.each([
  ['RIFF\0\0\0\0WEBPVP8 \0\0\0\0\x30\x01\0\x9d\x01\x2a\x2c\x01\xc8\0', 'lossy WebP', 'webp', false],
  ['RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x2b\xc1\x31\x10', 'lossless WebP', 'webp', true],
  ['RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\x2b\x01\0\xc7\0\0', 'extended WebP', 'webp', true],
  [await encodePng(plain), 'PNG', 'png', true],
  [jpeg.encode({ ...size, data: plain.pixels }, 80).data, 'JPEG', 'jpeg', false],
])('the header has the size of %2$s', async (given, _, type, alpha) => {
  const bytes = typeof given === 'string' ? ascii(given) : given;
  expect(pictureHeader(bytes)).toEqual({ type, ...size, alpha });
  // Nobody compares pixels of WebP.
  if (type === 'webp') await expect(decodePicture(bytes)).rejects.toThrow('WebP');
});

test.each([
  ['text', '{"success":false}', 'it starts with 7b 22 73'],
  ['nothing', '', 'it starts with nothing'],
  ['a PNG that ends too soon', '\x89PNG\r\n\x1a\n\0\0', 'cut off after 10 bytes'],
  ['a JPEG that ends too soon', '\xff\xd8\xff\xe0\0\x10', 'cut off after 6 bytes'],
  ['a JPEG without markers', '\xff\xd8\xff\xe0\0\x02zz', 'no marker at byte 6'],
])('the header fails for %s', (_, text, message) => {
  expect(() => pictureHeader(ascii(text))).toThrow(ConformanceFailure);
  expect(() => pictureHeader(ascii(text))).toThrow(message);
});

describe('the pixels', () => {
  const wide = Uint16Array.of(256, 512, 768, 65535, 0, 255);
  test.each([
    ['RGBA', { channels: 4, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }, ['#01020304', '#05060708']],
    ['RGB', { channels: 3, data: Uint8Array.of(1, 2, 3, 5, 6, 7) }, ['#010203ff', '#050607ff']],
    ['grey', { channels: 1, data: Uint8Array.of(1, 255) }, ['#010101ff', '#ffffffff']],
    ['grey with alpha', { channels: 2, data: Uint8Array.of(1, 0, 9, 8) }, ['#01010100', '#09090908']],
    ['RGB of 16 bits', { channels: 3, depth: 16 as const, data: wide }, ['#010203ff', '#ff0000ff']],
  ])('are read from PNG in %s', async (_, image, colours) => {
    const picture = await decodePicture(encode({ width: 2, height: 1, ...image }));
    expect([0, 1, 2].map((x) => colourAt(picture, x, 0))).toEqual([...colours, undefined]);
  });

  test('are read from JPEG', async () => {
    const { pixels } = drawing(16, 8, [200, 10, 10]);
    const picture = await decodePicture(jpeg.encode({ width: 16, height: 8, data: pixels }, 95).data);
    expect([picture.width, picture.height, picture.pixels.length]).toEqual([16, 8, 512]);
    expect(Math.abs((picture.pixels[0] ?? 0) - 200)).toBeLessThan(6);
  });

  test('are not those of a damaged picture, or one larger than memory', async () => {
    const png = await encodePng(drawing(64, 64, [1, 2, 3]));
    await expect(decodePicture(png.slice(0, -20))).rejects.toThrow('the PNG picture is damaged');
    const changed = png.slice();
    changed[60] = (changed[60] ?? 0) ^ 255;
    await expect(decodePicture(changed)).rejects.toThrow(ConformanceFailure);
    const view = new DataView(png.buffer, png.byteOffset);
    for (const at of [16, 20]) view.setUint32(at, 1_000_000);
    await expect(decodePicture(png)).rejects.toThrow('the picture is 1000000x1000000');
  });
});

/** Two lines of letters made of strokes, and a box, on a picture of 320 x 180. */
function page(): Drawing {
  const made = drawing(320, 180, [250, 250, 250]).box(20, 60, 150, 50, [40, 90, 200]);
  for (let letter = 0; letter < 24; letter++) {
    made.box(20 + letter * 8, 20, 2, 9, [0, 0, 0]).box(22 + letter * 8, 24, 3, 2, [0, 0, 0]);
  }
  return made;
}

/** The share of the picture that the measured shift had: 13 %. */
const area = [20, 60, 150, 50] as const;
/** A repeating noise with a mean of zero. */
const noise = (x: number, y: number) => ((x * 7 + y * 13) % 17) - 8;
const dotted = (copy: Drawing) => copy.box(230, 26, 3, 3, [0, 0, 0]);

const exact: PictureTolerance = { maxDifference: 0, differentPixels: 0 };
const noisy: PictureTolerance = { maxDifference: 10, differentPixels: 320 * 180 };
const edges: PictureTolerance = { maxDifference: 255, differentPixels: 400 };

const judged = async (change: (copy: Drawing) => Drawing, tolerance = exact) => {
  const [actual, expected] = await Promise.all([encodePng(change(page())), encodePng(page())]);
  return judgePicture(actual, expected, tolerance);
};

describe('judgePicture', () => {
  test.each<[string, (copy: Drawing) => Drawing, number, number, string]>([
    ['an added full stop', dotted, 9, 250, '230,26'],
    ['two dots', (copy) => copy.box(5, 99, 1, 1, [0, 0, 0]).box(300, 33, 1, 1, [0, 0, 0]), 2, 250, '300,33'],
    ['a colour that is 1 off over an area', (copy) => copy.shift(...area, () => 1), 7500, 1, '20,60'],
    ['a grey line', (copy) => copy.box(10, 150, 300, 1, [131, 131, 131]), 300, 119, '10,150'],
  ])('finds %s', async (_, change, pixels, max, first) => {
    const { fault, compared } = await judged(change);
    expect(compared?.difference).toMatchObject({ differentPixels: pixels, maxDifference: max });
    expect(fault).toContain(`${pixels} pixels differ by up to ${max} of 255, the first at ${first}`);
  });

  test('decodes no pixels when the bytes are equal', async () => {
    expect(await judged((copy) => copy)).toEqual({ fault: undefined });
  });

  test('accepts the same pixels in other bytes, and any colour of transparent pixels', async () => {
    const { width, height, pixels } = drawing(20, 20, [255, 0, 0, 0]);
    const stored = encode({ width, height, data: pixels, channels: 4 }, { zlib: { level: 0 } });
    const other = await encodePng(drawing(20, 20, [0, 0, 255, 0]));
    expect((await judgePicture(stored, other, exact)).fault).toBeUndefined();
  });

  test.each<[string, (copy: Drawing) => Drawing, PictureTolerance, string?]>([
    ['noise all over', (copy) => copy.shift(...area, noise), noisy],
    ['a colour that is 1 off', (copy) => copy.shift(...area, () => 1), noisy],
    ['an edge with other anti-aliasing', (copy) => copy.shift(20, 60, 1, 50, () => 100), edges],
    ['as many pixels as allowed', dotted, { maxDifference: 250, differentPixels: 9 }],
    [
      'an area that is 8 off',
      (copy) => copy.shift(...area, () => 8),
      noisy,
      'an area has a colour that is 8',
    ],
    ['an area that is 8 darker', (copy) => copy.shift(...area, () => -8), noisy, 'an area has a colour'],
    [
      'one pixel too many',
      dotted,
      { maxDifference: 255, differentPixels: 8 },
      '9 pixels differ by up to 250',
    ],
    ['too large a difference', dotted, { maxDifference: 249, differentPixels: 9 }, '9 pixels differ by'],
  ])('judges %s within a tolerance', async (_, change, tolerance, expected) => {
    const { fault } = await judged(change, tolerance);
    if (expected === undefined) expect(fault).toBeUndefined();
    else expect(fault).toContain(expected);
  });

  test('requires pictures, and the same size first', async () => {
    const [small, large] = await Promise.all([encodePng(drawing(4, 3)), encodePng(drawing(3, 4))]);
    expect(await judgePicture(small, large, noisy)).toEqual({ fault: 'it is 4x3, expected 3x4' });
    await expect(judgePicture(ascii('{}'), small, noisy)).rejects.toThrow(ConformanceFailure);
  });
});

test.each<[string, (copy: Drawing) => Drawing, string?]>([
  ['a colour that is 8 off', (copy) => copy.shift(...area, () => 8)],
  ['an added full stop', dotted],
  ['a picture without the page', () => drawing(320, 180), 'it shows something else'],
  ['a hole in the box', (copy) => copy.box(60, 70, 20, 20, [250, 250, 250]), 'mean of a block'],
  ['another size', () => drawing(319, 180), 'it is 319x180, expected 320x180'],
])('judgeRoughly judges %s', async (_, change, expected) => {
  const [actual, right] = await Promise.all([encodePng(change(page())), encodePng(page())]);
  const { fault } = await judgeRoughly(actual, right);
  if (expected === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(expected);
});

test('mustDiffer refuses two equal pictures', async () => {
  const [one, other] = await Promise.all([encodePng(page()), encodePng(page().shift(...area, () => 40))]);
  await mustDiffer(one, other, exact);
  await expect(mustDiffer(one, one, exact)).rejects.toThrow('both pictures are the same');
});

describe('kept pictures', () => {
  const home = mkdtempSync(join(tmpdir(), 'touchstone-pictures-'));
  afterAll(() => rmSync(home, { recursive: true }));
  const keep = async (folder: string | null, actual: Drawing) => {
    const [bytes, expected] = await Promise.all([encodePng(actual), encodePng(drawing(30, 20))]);
    const verdict = await judgePicture(bytes, expected, exact);
    return createPictureFiles(folder).keep('one', bytes, expected, verdict);
  };
  const dot = () => drawing(30, 20).box(4, 5, 1, 1, [255, 255, 254]);

  test('are both, and one that marks the different pixels, even those 1 off', async () => {
    const folder = join(home, 'a', 'b');
    const kept = await keep(folder, dot());
    expect(
      readdirSync(folder)
        .sort()
        .map((name) => join(folder, name)),
    ).toEqual(Object.values(kept ?? {}).sort());
    const drawn = await decodePicture(readFileSync(join(folder, 'one.difference.png')));
    expect([colourAt(drawn, 4, 5), colourAt(drawn, 5, 5)]).toEqual(['#ff0000ff', '#ffffffff']);
  });

  test('have no difference if their sizes differ, and are none without a folder', async () => {
    expect((await keep(join(home, 'sizes'), drawing(30, 21)))?.difference).toBeNull();
    expect(await keep(null, dot())).toBeNull();
    const file = join(home, 'file');
    writeFileSync(file, '');
    await expect(keep(join(file, 'below'), dot())).rejects.toThrow("can't be written");
  });
});
