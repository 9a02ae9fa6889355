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

/** The pictures that a target gave for a case. */
export interface Taken {
  readonly own: Uint8Array;
  readonly same: Uint8Array | undefined;
  readonly differs: Uint8Array | undefined;
}

/**
 * Judges what holds of a case without our pixels, but for a glance at the golden: format and size, the colours that
 * the case names, and the other pictures of the same target.
 *
 * @throws ConformanceFailure that says what was seen instead, and where the pictures are
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
 * Judges whether a picture is its golden to the pixel, within the tolerance of its case.
 *
 * @throws ConformanceFailure that says by how much it is not, and where the pictures are
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

/** Whether the request says which format the picture has; no document of the seeds says which it has by itself. */
const asksForType = ({ request }: NamedCase): boolean =>
  isObject(request['screenshotOptions']) && 'type' in request['screenshotOptions'];

/** Levels of a channel by which a colour may be off: what conversions of colours round off, and what JPEG loses. */
const offInPng = 3;
const offInLossy = 24;

/** Every colour that a person has worked out, as far off as a channel may be. */
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

/** Largest difference of a channel of two colours; one without alpha is opaque. */
function distance(actual: string, expected: string): number {
  const whole = expected.length === 7 ? `${expected}ff` : expected;
  const channels = (colour: string) =>
    [1, 3, 5, 7].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const other = channels(whole);
  // Nobody sees the colour of what is wholly transparent.
  if (actual.endsWith('00') && whole.endsWith('00')) return 0;
  return Math.max(...channels(actual).map((channel, index) => Math.abs(channel - (other[index] ?? 0))));
}
