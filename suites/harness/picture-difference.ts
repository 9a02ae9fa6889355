import type { Picture } from './picture.ts';

/** By how much a picture may differ: WPT's two numbers. */
export interface PictureTolerance {
  /** Largest difference of any channel of any pixel, 0 to 255. */
  readonly maxDifference: number;
  /** Number of pixels that differ at all. */
  readonly differentPixels: number;
}

/** How two pictures of the same size differ. */
export interface PictureDifference {
  readonly differentPixels: number;
  readonly maxDifference: number;
  /** The first different pixel, row by row. */
  readonly first: { readonly x: number; readonly y: number } | undefined;
  /** The mean shift of a channel in the block that was shifted most among those that differ all over. */
  readonly flatShift: number;
  /** The largest mean shift of a channel in any block. */
  readonly blockShift: number;
}

/** Pixels of the side of a block. */
const blockSide = 16;

/**
 * Compares two pictures of the same size, pixel by pixel and block by block.
 *
 * What differs only in the colour of what is wholly transparent is the same.
 *
 * A block is shifted by the mean of its differences with their signs: noise averages out there, and so does an
 * edge that is drawn a little differently, while an area of another colour does not, however small the difference.
 */
export function comparePictures(actual: Picture, expected: Picture): PictureDifference {
  const { width, height } = expected;
  let [differentPixels, maxDifference, firstAt, flatShift, blockShift] = [0, 0, -1, 0, 0];
  for (let top = 0; top < height; top += blockSide) {
    for (let left = 0; left < width; left += blockSide) {
      const block = compareBlock(actual, expected, left, top);
      if (block.different === 0) continue;
      differentPixels += block.different;
      maxDifference = Math.max(maxDifference, block.max);
      if (firstAt < 0 || block.first < firstAt) firstAt = block.first;
      blockShift = Math.max(blockShift, block.shift);
      if (block.different * 2 >= block.pixels) flatShift = Math.max(flatShift, block.shift);
    }
  }
  const first = firstAt < 0 ? undefined : { x: firstAt % width, y: Math.floor(firstAt / width) };
  return { differentPixels, maxDifference, first, flatShift, blockShift };
}

function compareBlock({ pixels: a }: Picture, expected: Picture, left: number, top: number) {
  const { width, height, pixels: b } = expected;
  const right = Math.min(left + blockSide, width);
  const bottom = Math.min(top + blockSide, height);
  const sums = new Int32Array(4);
  let [different, max, first] = [0, 0, -1];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4;
      if (a[at + 3] === 0 && b[at + 3] === 0) continue;
      let largest = 0;
      for (let channel = 0; channel < 4; channel++) {
        const difference = (a[at + channel] ?? 0) - (b[at + channel] ?? 0);
        if (difference === 0) continue;
        sums[channel] = (sums[channel] ?? 0) + difference;
        largest = Math.max(largest, Math.abs(difference));
      }
      if (largest === 0) continue;
      different++;
      max = Math.max(max, largest);
      if (first < 0) first = y * width + x;
    }
  }
  const pixels = (right - left) * (bottom - top);
  return { pixels, different, max, first, shift: Math.max(...sums.map((sum) => Math.abs(sum))) / pixels };
}
