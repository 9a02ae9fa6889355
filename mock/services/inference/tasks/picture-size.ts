import { inferenceLimits } from '../../../../spec/services/inference/limits.ts';

/** Pixels of a picture. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the size of a PNG, JPEG or GIF file from its header; undefined for other files.
 *
 * @example
 * pictureSize(png) // { width: 512, height: 512 }
 */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (bytes.length >= 10 && view.getUint32(0) === 0x47494638) {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  return bytes.length >= 4 && view.getUint16(0) === 0xffd8 ? jpegSize(view) : undefined;
}

/** The frame header has the size; any number of other segments come before it. */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // Fill bytes are single; every other segment before the frame has a length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Frame headers are numbered from C0 to CF, a range that also includes tables (C4, CC) and an extension (C8). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Sizes of the ratios that the model's makers list; each has about a million pixels. */
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
 * The pixels of a picture with a ratio of width to height, by default a square. An unlisted ratio gets as many pixels
 * as the others, as far as the longest side allows.
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
