import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { colourAt, decodePicture, encodePng } from './picture.ts';
import { createPictureFiles } from './picture-files.ts';
import { judgePicture } from './picture-judge.ts';
import { drawing } from './testing/drawing.ts';

const home = mkdtempSync(join(tmpdir(), 'touchstone-pictures-'));
afterAll(() => rmSync(home, { recursive: true }));

const exact = { maxDifference: 0, differentPixels: 0 };
const expected = await encodePng(drawing(30, 20));
const actual = await encodePng(drawing(30, 20).box(4, 5, 1, 1, [255, 255, 254]));

it('keeps both pictures and one that shows the pixels that differ, be it by 1', async () => {
  const folder = join(home, 'a', 'b');
  const verdict = await judgePicture(actual, expected, exact);
  const kept = await createPictureFiles(folder).keep('one', actual, expected, verdict);
  const names = ['one.actual.png', 'one.difference.png', 'one.expected.png'];
  expect(readdirSync(folder).sort()).toEqual(names);
  expect(Object.values(kept ?? {}).sort()).toEqual(names.map((name) => join(folder, name)));
  expect(readFileSync(join(folder, 'one.actual.png')).equals(actual)).toBe(true);
  const drawn = await decodePicture(readFileSync(join(folder, 'one.difference.png')));
  expect([colourAt(drawn, 4, 5), colourAt(drawn, 5, 5)]).toEqual(['#ff0000ff', '#ffffffff']);
});

it('draws no difference of pictures of other sizes', async () => {
  const folder = join(home, 'sizes');
  const larger = await encodePng(drawing(30, 21));
  const verdict = await judgePicture(larger, expected, exact);
  const kept = await createPictureFiles(folder).keep('two', larger, expected, verdict);
  expect(kept?.difference).toBeNull();
  expect(readdirSync(folder).sort()).toEqual(['two.actual.png', 'two.expected.png']);
});

it('keeps nothing where there is no folder', async () => {
  const files = createPictureFiles(null);
  expect(await files.keep('one', actual, expected, { fault: 'x' })).toBeNull();
});

it('says so where the folder cannot be made', async () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const files = createPictureFiles(join(file, 'below'));
  await expect(files.keep('one', actual, expected, { fault: 'x' })).rejects.toThrow("can't be written");
});
