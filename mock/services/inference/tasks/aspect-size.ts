import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';
import type { PictureSize } from './picture-size.ts';

/** Sizes of the ratios that the model's makers name; each has about a million pixels. */
const sizes: Readonly<Record<string, readonly [number, number]>> = {
  '1:1': [1024, 1024],
  '2:3': [832, 1248],
  '3:2': [1248, 832],
  '3:4': [864, 1184],
  '4:3': [1184, 864],
  '4:5': [896, 1152],
  '5:4': [1152, 896],
  '9:16': [768, 1344],
  '16:9': [1344, 768],
  '21:9': [1536, 672],
};

/**
 * The pixels of a picture of a ratio of width to height, a square where none is named. A ratio of which no
 * size is known gets as many pixels as the others, as far as the longest side allows.
 *
 * @example
 * aspectSize('16:9') // { width: 1344, height: 768 }
 * aspectSize('2:1') // { width: 1448, height: 724 }
 */
export function aspectSize(ratio = '1:1'): PictureSize {
  const known = sizes[ratio];
  if (known) return { width: known[0], height: known[1] };
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const { default: side, max } = inferenceLimits.pictureSide;
  const unit = Math.min(Math.sqrt((side * side) / (across * down)), max / Math.max(across, down));
  return { width: Math.max(1, Math.round(across * unit)), height: Math.max(1, Math.round(down * unit)) };
}
