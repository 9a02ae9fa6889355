import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { ConformanceFailure } from './errors.ts';
import { colourAt, decodePicture, encodePng, type PictureTolerance } from './picture.ts';
import { createPictureFiles, judgePicture, judgeRoughly, mustDiffer } from './picture-judge.ts';
import { type Drawing, drawing } from './testing/drawing.ts';

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
const noise = (levels: number) => (x: number, y: number) => ((x * 7 + y * 13) % (2 * levels + 1)) - levels;

const exact: PictureTolerance = { maxDifference: 0, differentPixels: 0 };
const noisy: PictureTolerance = { maxDifference: 10, differentPixels: 320 * 180 };
const edges: PictureTolerance = { maxDifference: 255, differentPixels: 400 };

const judged = async (change: (copy: Drawing) => Drawing, tolerance = exact) => {
  const [actual, expected] = await Promise.all([encodePng(change(page())), encodePng(page())]);
  return judgePicture(actual, expected, tolerance);
};

describe('judgePicture', () => {
  test.each<[string, (copy: Drawing) => Drawing, number, number]>([
    ['an added full stop', (copy) => copy.box(230, 26, 3, 3, [0, 0, 0]), 9, 250],
    ['another letter', (copy) => copy.box(60, 22, 5, 2, [0, 0, 0]), 6, 250],
    [
      'a box moved by one pixel',
      (copy) => copy.box(20, 60, 1, 50, [250, 250, 250]).box(170, 60, 1, 50, [40, 90, 200]),
      100,
      210,
    ],
    ['a colour that is 1 off over an area', (copy) => copy.shift(...area, () => 1), 7500, 1],
    ['a colour that is 8 off over an area', (copy) => copy.shift(...area, () => 8), 7500, 8],
    ['a grey line', (copy) => copy.box(10, 150, 300, 1, [131, 131, 131]), 300, 119],
  ])('finds %s', async (_, change, pixels, max) => {
    const { fault, compared } = await judged(change);
    expect(compared?.difference).toMatchObject({ differentPixels: pixels, maxDifference: max });
    expect(fault).toContain(`${pixels} pixels differ by up to ${max} of 255, the first at `);
    expect(fault).toContain('allowed are 0 by at most 0');
  });

  test('reports the first different pixel, by rows', async () => {
    const { fault } = await judged((copy) => copy.box(5, 100, 1, 1, [0, 0, 0]).box(300, 33, 1, 1, [0, 0, 0]));
    expect(fault).toContain('the first at 300,33');
  });

  test('decodes no pixels when the bytes are equal', async () => {
    expect(await judged((copy) => copy)).toEqual({ fault: undefined });
  });

  test('accepts the same pixels in other bytes, and any colour of transparent pixels', async () => {
    const { encode } = await import('fast-png');
    const { width, height, pixels } = drawing(20, 20, [255, 0, 0, 0]);
    const stored = encode({ width, height, data: pixels, channels: 4 }, { zlib: { level: 0 } });
    const other = await encodePng(drawing(20, 20, [0, 0, 255, 0]));
    expect((await judgePicture(stored, other, exact)).fault).toBeUndefined();
  });

  test.each<[string, (copy: Drawing) => Drawing, PictureTolerance]>([
    ['noise all over', (copy) => copy.shift(20, 60, 150, 50, noise(8)), noisy],
    ['a colour that is 1 off', (copy) => copy.shift(...area, () => 1), noisy],
    ['an edge with other anti-aliasing', (copy) => copy.shift(20, 60, 1, 50, () => 100), edges],
  ])('accepts %s within the tolerance', async (_, change, tolerance) => {
    expect((await judged(change, tolerance)).fault).toBeUndefined();
  });

  test.each([8, -8])('refuses an area that is %i off, whatever the tolerance', async (by) => {
    const { fault } = await judged((copy) => copy.shift(...area, () => by), noisy);
    expect(fault).toContain('an area has a colour that is 8 off');
  });

  test.each<[string, PictureTolerance]>([
    ['number of pixels', { maxDifference: 255, differentPixels: 8 }],
    ['difference', { maxDifference: 249, differentPixels: 9 }],
  ])('refuses a picture beyond the allowed %s', async (_, tolerance) => {
    const dotted = (copy: Drawing) => copy.box(230, 26, 3, 3, [0, 0, 0]);
    expect((await judged(dotted, tolerance)).fault).toContain('9 pixels differ by up to 250');
    const enough = { maxDifference: 250, differentPixels: 9 };
    expect((await judged(dotted, enough)).fault).toBeUndefined();
  });

  test('requires the same size first', async () => {
    const [small, large] = await Promise.all([encodePng(drawing(4, 3)), encodePng(drawing(3, 4))]);
    expect(await judgePicture(small, large, noisy)).toEqual({ fault: 'it is 4x3, expected 3x4' });
  });

  test('refuses a file that is not a picture', async () => {
    const picture = await encodePng(drawing(4, 3));
    const text = new TextEncoder().encode('{"success":false}');
    await expect(judgePicture(text, picture, noisy)).rejects.toThrow(ConformanceFailure);
  });
});

describe('judgeRoughly', () => {
  const roughly = async (change: (copy: Drawing) => Drawing) => {
    const [actual, expected] = await Promise.all([encodePng(change(page())), encodePng(page())]);
    return (await judgeRoughly(actual, expected)).fault;
  };

  test('accepts differences between browsers', async () => {
    expect(await roughly((copy) => copy.shift(...area, () => 8))).toBeUndefined();
    expect(await roughly((copy) => copy.box(230, 26, 3, 3, [0, 0, 0]))).toBeUndefined();
  });

  test('refuses a picture without the page, and one of another size', async () => {
    expect(await roughly(() => drawing(320, 180))).toContain('it shows something else');
    expect(await roughly((copy) => copy.box(60, 70, 20, 20, [250, 250, 250]))).toContain('mean of a block');
    expect(await roughly(() => drawing(319, 180))).toBe('it is 319x180, expected 320x180');
  });
});

describe('mustDiffer', () => {
  test('refuses two equal pictures', async () => {
    const [one, other] = await Promise.all([encodePng(page()), encodePng(page().shift(...area, () => 40))]);
    await mustDiffer(one, other, exact);
    await expect(mustDiffer(one, one, exact)).rejects.toThrow('both pictures are the same');
  });
});

const home = mkdtempSync(join(tmpdir(), 'touchstone-pictures-'));
afterAll(() => rmSync(home, { recursive: true }));

const exactPictureFiles = { maxDifference: 0, differentPixels: 0 };
const expected = await encodePng(drawing(30, 20));
const actual = await encodePng(drawing(30, 20).box(4, 5, 1, 1, [255, 255, 254]));

it('writes both pictures, and one that marks the different pixels, even those 1 off', async () => {
  const folder = join(home, 'a', 'b');
  const verdict = await judgePicture(actual, expected, exactPictureFiles);
  const kept = await createPictureFiles(folder).keep('one', actual, expected, verdict);
  const names = ['one.actual.png', 'one.difference.png', 'one.expected.png'];
  expect(readdirSync(folder).sort()).toEqual(names);
  expect(Object.values(kept ?? {}).sort()).toEqual(names.map((name) => join(folder, name)));
  expect(readFileSync(join(folder, 'one.actual.png')).equals(actual)).toBe(true);
  const drawn = await decodePicture(readFileSync(join(folder, 'one.difference.png')));
  expect([colourAt(drawn, 4, 5), colourAt(drawn, 5, 5)]).toEqual(['#ff0000ff', '#ffffffff']);
});

it('writes no difference for pictures of different sizes', async () => {
  const folder = join(home, 'sizes');
  const larger = await encodePng(drawing(30, 21));
  const verdict = await judgePicture(larger, expected, exactPictureFiles);
  const kept = await createPictureFiles(folder).keep('two', larger, expected, verdict);
  expect(kept?.difference).toBeNull();
  expect(readdirSync(folder).sort()).toEqual(['two.actual.png', 'two.expected.png']);
});

it('writes nothing without a folder', async () => {
  const files = createPictureFiles(null);
  expect(await files.keep('one', actual, expected, { fault: 'x' })).toBeNull();
});

it("reports that it can't create the folder", async () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const files = createPictureFiles(join(file, 'below'));
  await expect(files.keep('one', actual, expected, { fault: 'x' })).rejects.toThrow("can't be written");
});
