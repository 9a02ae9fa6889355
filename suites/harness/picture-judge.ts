import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConformanceFailure, HarnessError, type KeptPictures } from './errors.ts';
import {
  comparePictures,
  decodePicture,
  encodePng,
  type Picture,
  type PictureDifference,
  type PictureTolerance,
  pictureHeader,
} from './picture.ts';

/** The result of a comparison. */
export interface PictureVerdict {
  /** Why the pictures differ; undefined when they are the same. */
  readonly fault: string | undefined;
  /** Counts and differences of pixels, if they were compared. */
  readonly compared?:
    | {
        readonly actual: Picture;
        readonly expected: Picture;
        readonly difference: PictureDifference;
      }
    | undefined;
}

/**
 * Allowed flat shift, in levels of a channel: rounding of colour conversions. It applies to areas that differ all over,
 * so that a tolerance for noise does not accept another colour.
 */
const flatShiftAllowed = 3;

/** Mean shift of a block from which two pictures show different things, however they were rendered. */
const roughShiftAllowed = 24;

/**
 * Compares a picture with the expected one.
 *
 * Equal bytes are the same picture. Otherwise it compares size, number of different pixels, largest difference of a
 * channel and flat shifts, in this order.
 *
 * @throws ConformanceFailure when `actual` is not a picture, or has another format that can't be decoded
 */
export async function judgePicture(
  actual: Uint8Array,
  expected: Uint8Array,
  tolerance: PictureTolerance,
): Promise<PictureVerdict> {
  if (sameBytes(actual, expected)) return { fault: undefined };
  const sizes = differenceOfSizes(actual, expected);
  if (sizes !== undefined) return { fault: sizes };
  if (pictureHeader(actual).type === 'webp' || pictureHeader(expected).type === 'webp') {
    return { fault: 'its bytes differ, and pixels of WebP are not compared' };
  }
  const pictures = { actual: await decodePicture(actual), expected: await decodePicture(expected) };
  const difference = comparePictures(pictures.actual, pictures.expected);
  return { fault: getFault(difference, tolerance), compared: { ...pictures, difference } };
}

/** Whether two pictures look alike at a glance: the same size, and similar colours block by block. */
export async function judgeRoughly(actual: Uint8Array, expected: Uint8Array): Promise<PictureVerdict> {
  if (sameBytes(actual, expected)) return { fault: undefined };
  const sizes = differenceOfSizes(actual, expected);
  if (sizes !== undefined) return { fault: sizes };
  if (pictureHeader(actual).type === 'webp') return { fault: undefined };
  const pictures = { actual: await decodePicture(actual), expected: await decodePicture(expected) };
  const difference = comparePictures(pictures.actual, pictures.expected);
  const fault =
    difference.blockShift > roughShiftAllowed
      ? `it shows something else: ${describe(difference)}, and by ${rounded(difference.blockShift)} of 255 in the mean of a block`
      : undefined;
  return { fault, compared: { ...pictures, difference } };
}

/** Fails when two pictures are the same within a tolerance. */
export async function mustDiffer(
  actual: Uint8Array,
  other: Uint8Array,
  tolerance: PictureTolerance,
): Promise<void> {
  const { fault } = await judgePicture(actual, other, tolerance);
  if (fault === undefined)
    throw new ConformanceFailure('both pictures are the same, expected them to differ');
}

function differenceOfSizes(actual: Uint8Array, expected: Uint8Array): string | undefined {
  const [a, b] = [pictureHeader(actual), pictureHeader(expected)];
  if (a.width === b.width && a.height === b.height) return undefined;
  return `it is ${a.width}x${a.height}, expected ${b.width}x${b.height}`;
}

function getFault(difference: PictureDifference, tolerance: PictureTolerance): string | undefined {
  const { differentPixels, maxDifference, flatShift } = difference;
  if (differentPixels > tolerance.differentPixels || maxDifference > tolerance.maxDifference) {
    return `${describe(difference)}; allowed are ${tolerance.differentPixels} by at most ${tolerance.maxDifference}`;
  }
  if (flatShift > flatShiftAllowed) {
    return `${describe(difference)}; within its tolerance, but an area has a colour that is ${rounded(flatShift)} off`;
  }
  return undefined;
}

function describe({ differentPixels, maxDifference, first }: PictureDifference): string {
  const place = first ? `, the first at ${first.x},${first.y}` : '';
  const count = differentPixels === 1 ? '1 pixel differs' : `${differentPixels} pixels differ`;
  return `${count} by up to ${maxDifference} of 255${place}`;
}

const rounded = (value: number) => Math.round(value * 10) / 10;

const sameBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Writes pictures that differ, so that a person can look at them. */
export interface PictureFiles {
  /**
   * Writes the two pictures and, if they have the same size, their difference.
   *
   * @param name beginning of the file names; `.expected`, `.actual` and `.difference` follow
   * @returns their paths; null when pictures are not written
   * @throws HarnessError when it can't write them
   */
  keep(
    name: string,
    actual: Uint8Array,
    expected: Uint8Array,
    verdict: PictureVerdict,
  ): Promise<KeptPictures | null>;
}

/** @param folder folder for pictures, created on demand; null for none */
export function createPictureFiles(folder: string | null): PictureFiles {
  return {
    async keep(name, actual, expected, { compared }) {
      if (folder === null) return null;
      const path = (kind: string, ending: string) => join(folder, `${name}.${kind}.${ending}`);
      const kept: KeptPictures = {
        expected: path('expected', getEnding(expected)),
        actual: path('actual', getEnding(actual)),
        difference: compared ? path('difference', 'png') : null,
      };
      const difference =
        compared && (await encodePng(await drawDifference(compared.actual, compared.expected)));
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(kept.expected, expected);
        await writeFile(kept.actual, actual);
        if (kept.difference !== null && difference) await writeFile(kept.difference, difference);
      } catch (cause) {
        throw new HarnessError('pictures', `The pictures can't be written to ${folder}`, { cause });
      }
      return kept;
    },
  };
}

const endings = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const;

const getEnding = (bytes: Uint8Array) => endings[pictureHeader(bytes).type];

/** The expected picture, pale, with each different pixel in red. */
async function drawDifference(actual: Picture, expected: Picture): Promise<Picture> {
  const { default: pixelmatch } = await import('pixelmatch');
  const { width, height } = expected;
  const pixels = new Uint8Array(width * height * 4);
  const options = { threshold: 0, includeAA: true, alpha: 0.1 };
  pixelmatch(actual.pixels, expected.pixels, pixels, width, height, options);
  return { width, height, pixels };
}
