import { isObject, ok } from '../../harness/assertions.ts';
import { ConformanceFailure } from '../../harness/errors.ts';
import { colourAt, decodePicture, type Picture, pictureHeader } from '../../harness/picture.ts';
import {
  judgePicture,
  judgeRoughly,
  mustDiffer,
  type PictureFiles,
  type PictureVerdict,
} from '../../harness/picture-judge.ts';

import type { NamedCase } from './cases.ts';

/** The pictures of a target for a case. */
export interface Taken {
  readonly own: Uint8Array;
  readonly same: Uint8Array | undefined;
  readonly differs: Uint8Array | undefined;
}

/**
 * Judges everything about a case except exact pixels: format and size, the colours that the case names, the target's
 * other pictures, and the rough look of the golden.
 *
 * @throws ConformanceFailure with the differences, and with the files of the pictures
 */
export async function judgeShown(
  item: NamedCase,
  taken: Taken,
  golden: Uint8Array | undefined,
  files: PictureFiles,
): Promise<void> {
  const { expects, tolerance, name } = item;
  const { type, width, height } = pictureHeader(taken.own);
  if (asksForType(item)) ok(type === expects.type, `the picture is ${type}, expected ${expects.type}`);
  ok(
    width === expects.width && height === expects.height,
    `the picture is ${width}x${height}, expected ${expects.width}x${expects.height}`,
  );
  const lossy = type !== 'png' && type !== expects.type;
  if (type !== 'webp') checkColours(item, await decodePicture(taken.own), lossy ? offInLossy : offInPng);
  if (taken.same) {
    const verdict = lossy
      ? await judgeRoughly(taken.own, taken.same)
      : await judgePicture(taken.own, taken.same, tolerance);
    await hold(
      verdict,
      'the picture is not the same as the other',
      `${name}.same`,
      taken.own,
      taken.same,
      files,
    );
  }
  if (taken.differs) await mustDiffer(taken.own, taken.differs, tolerance);
  if (golden) {
    const verdict = await judgeRoughly(taken.own, golden);
    await hold(verdict, 'the picture is not that of the golden at a glance', name, taken.own, golden, files);
  }
}

/**
 * Judges whether a picture equals its golden pixel by pixel, within the case's tolerance.
 *
 * @throws ConformanceFailure with the size of the difference, and with the files of the pictures
 */
export async function judgeGolden(
  { name, tolerance }: NamedCase,
  own: Uint8Array,
  golden: Uint8Array,
  files: PictureFiles,
): Promise<void> {
  const verdict = await judgePicture(own, golden, tolerance);
  await hold(verdict, 'the picture is not its golden', name, own, golden, files);
}

async function hold(
  verdict: PictureVerdict,
  what: string,
  name: string,
  actual: Uint8Array,
  expected: Uint8Array,
  files: PictureFiles,
): Promise<void> {
  if (verdict.fault === undefined) return;
  const pictures = await files.keep(name, actual, expected, verdict);
  const where = pictures
    ? `pictures: ${[pictures.expected, pictures.actual, pictures.difference ?? []].flat().join(', ')}`
    : 'with --out the pictures are kept';
  throw new ConformanceFailure(`${what}: ${verdict.fault} (${where})`, { evidence: { pictures } });
}

/** Whether the request names a format. No seed documents the default. */
const asksForType = ({ request }: NamedCase): boolean =>
  isObject(request['screenshotOptions']) && 'type' in request['screenshotOptions'];

/** Allowed difference per channel: rounding of colour conversions, and loss by JPEG. */
const offInPng = 3;
const offInLossy = 24;

/** Checks every colour that the case names, within the tolerance per channel. */
function checkColours({ expects, tolerance }: NamedCase, picture: Picture, off: number): void {
  const allowed = Math.max(tolerance.maxDifference, off);
  const differences = Object.entries(expects.pixels).flatMap(([path, expected]) => {
    const [x = 0, y = 0] = path.split(',').map(Number);
    const actual = colourAt(picture, x, y);
    if (actual !== undefined && distance(actual, expected) <= allowed) return [];
    return [{ path, expected, received: actual ?? 'outside of the picture' }];
  });
  if (differences.length === 0) return;
  const wrong = differences.map(
    ({ path, expected, received }) => `${path} is ${received}, expected ${expected}`,
  );
  throw new ConformanceFailure(`colours are wrong: ${wrong.join('; ')}`, { evidence: { differences } });
}

/** Largest difference between the channels of two colours. Without alpha, a colour is opaque. */
function distance(actual: string, expected: string): number {
  const whole = expected.length === 7 ? `${expected}ff` : expected;
  const channels = (colour: string) =>
    [1, 3, 5, 7].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const other = channels(whole);
  // The colour of a fully transparent pixel is invisible.
  if (actual.endsWith('00') && whole.endsWith('00')) return 0;
  return Math.max(...channels(actual).map((channel, index) => Math.abs(channel - (other[index] ?? 0))));
}
