import { describe, expect, test } from 'vitest';
import { screenshotCaseSchema } from '../../../spec/vectors/screenshots.ts';
import { encodePng } from '../../harness/picture.ts';
import { createPictureFiles } from '../../harness/picture-judge.ts';
import { drawing } from '../../harness/testing/drawing.ts';
import type { NamedCase } from './cases.ts';
import { judgeGolden, judgeShown } from './judge.ts';

const files = createPictureFiles(null);

const made = (expects: object = {}, members: object = {}): NamedCase => ({
  name: 'made',
  ...screenshotCaseSchema.parse({
    title: 'shows the page',
    requirements: ['BR-SHOT-2'],
    by: 'html',
    expects: { width: 40, height: 30, ...expects },
    ...members,
  }),
});

const red = drawing(40, 30, [255, 0, 0]);
const picture = await encodePng(red);
const nearly = await encodePng(red.copy().box(5, 5, 1, 1, [252, 0, 0]));
const other = await encodePng(drawing(40, 30, [0, 0, 255]));

const taken = (more: object = {}) => ({ own: picture, same: undefined, differs: undefined, ...more });
const shown = (item: NamedCase, pictures = taken(), golden?: Uint8Array) =>
  judgeShown(item, pictures, golden, files);

describe('judgeShown', () => {
  test('accepts a picture that matches its case', async () => {
    const pixels = { '0,0': '#ff0000', '39,29': '#ff0000ff' };
    await shown(made({ pixels }), taken({ same: picture, differs: other }), picture);
  });

  test('refuses another format than the requested one', async () => {
    const wanted = made({ type: 'jpeg' }, { request: { screenshotOptions: { type: 'jpeg' } } });
    await expect(shown(wanted)).rejects.toThrow('the picture is png, expected jpeg');
  });

  test.each<[string, object, string]>([
    ['another size', { height: 31 }, 'the picture is 40x30, expected 40x31'],
    ['another colour', { pixels: { '1,2': '#fb0000' } }, '1,2 is #ff0000ff, expected #fb0000'],
    ['a missing place', { pixels: { '40,2': '#ff0000' } }, '40,2 is outside of the picture'],
    ['a colour that is not opaque', { pixels: { '1,2': '#ff000080' } }, 'expected #ff000080'],
  ])('refuses %s', async (_, expects, message) => {
    await expect(shown(made(expects))).rejects.toThrow(message);
  });

  test('accepts colours within the tolerance', async () => {
    const tolerance = { maxDifference: 5, differentPixels: 5 };
    await shown(made({ pixels: { '1,2': '#fa0505' } }, { tolerance }));
    await expect(shown(made({ pixels: { '1,2': '#f90000' } }, { tolerance }))).rejects.toThrow('#f90000');
  });

  test('compares pictures that must be the same, and those that must differ', async () => {
    await expect(shown(made(), taken({ same: other }))).rejects.toThrow('not the same as the other');
    await expect(shown(made(), taken({ differs: picture }))).rejects.toThrow('expected them to differ');
    await expect(shown(made(), taken({ differs: nearly }))).resolves.toBeUndefined();
    const tolerance = { maxDifference: 3, differentPixels: 1 };
    await shown(made({}, { tolerance }), taken({ same: nearly }));
  });

  test('compares only the rough look with the golden', async () => {
    await shown(made(), taken(), nearly);
    await expect(shown(made(), taken(), other)).rejects.toThrow('not that of the golden at a glance');
  });
});

describe('judgeGolden', () => {
  test('compares every pixel, within the tolerance', async () => {
    await judgeGolden(made(), picture, picture, files);
    await expect(judgeGolden(made(), picture, nearly, files)).rejects.toThrow(
      '1 pixel differs by up to 3 of 255, the first at 5,5; allowed are 0 by at most 0 (with --out',
    );
    const tolerance = { maxDifference: 3, differentPixels: 1 };
    await judgeGolden(made({}, { tolerance }), picture, nearly, files);
  });
});
