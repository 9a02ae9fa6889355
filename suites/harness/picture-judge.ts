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

/** What was compared, and how it came out. */
export interface PictureVerdict {
  /** Why they are not the same; undefined when they are. */
  readonly fault: string | undefined;
  /** Pixels and their differences, where they were looked at. */
  readonly compared?:
    | {
        readonly actual: Picture;
        readonly expected: Picture;
        readonly difference: PictureDifference;
      }
    | undefined;
}

/**
 * A flat shift that is let through, in levels of a channel: what conversions of colours round off. It counts in
 * areas that differ all over, so that a tolerance for noise does not let another colour pass.
 */
const flatShiftAllowed = 3;

/** Mean shift of a block from which two pictures no longer show the same, however they were drawn. */
const roughShiftAllowed = 24;

/**
 * Holds a picture against another one.
 *
 * Equal bytes are the same picture. Otherwise size, number of different pixels, largest difference of a channel
 * and flat shifts decide, in this order.
 *
 * @throws ConformanceFailure when `actual` is no picture, or one of another format that can't be decoded
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
    return { fault: 'its bytes are others, and pixels of WebP are not compared' };
  }
  const pictures = { actual: await decodePicture(actual), expected: await decodePicture(expected) };
  const difference = comparePictures(pictures.actual, pictures.expected);
  return { fault: getFault(difference, tolerance), compared: { ...pictures, difference } };
}

/** Whether two pictures show the same at a glance: the same size, and the same colours block by block. */
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

/** Fails when two pictures are the same under a tolerance. */
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

/** Keeps pictures that differ, for a person to look at. */
export interface PictureFiles {
  /**
   * Writes the two pictures and, where they have the same size, what differs between them.
   *
   * @param name what the files are called, `.expected`, `.actual` and `.difference` behind it
   * @returns their paths; null where pictures are not kept
   * @throws HarnessError when they can't be written
   */
  keep(
    name: string,
    actual: Uint8Array,
    expected: Uint8Array,
    verdict: PictureVerdict,
  ): Promise<KeptPictures | null>;
}

/** @param folder where pictures are kept, which is made when there are some; null for nowhere */
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
