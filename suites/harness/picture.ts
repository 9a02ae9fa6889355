import type { DecodedPng } from 'fast-png';
import { ConformanceFailure } from './errors.ts';
import { giveBack } from './give-back.ts';

/** A decoded picture. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row from the top left. */
  readonly pixels: Uint8Array;
}

/** Limit for decoded pixels in bytes: a larger picture is not decoded. */
const mostBytes = 1_073_741_824;

/**
 * Decodes a PNG or JPEG file.
 *
 * @throws ConformanceFailure when it is damaged, too large, or of another format
 *
 * @example
 * const { width, pixels } = await decodePicture(reply.bytes);
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const { type, width, height } = pictureHeader(bytes);
  if (width * height * 4 > mostBytes) throw new ConformanceFailure(`the picture is ${width}x${height}`);
  if (type === 'webp') throw new ConformanceFailure('the pixels of WebP pictures are not compared');
  // Decoding takes many times the memory of the pixels, so earlier garbage is collected first.
  giveBack(width * height * 4);
  try {
    const picture = type === 'png' ? await decodePng(bytes) : await decodeJpeg(bytes);
    giveBack(picture.pixels.length);
    return picture;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConformanceFailure(`the ${type.toUpperCase()} picture is damaged: ${reason}`, { cause });
  }
}

/** Encodes a picture as PNG. */
export async function encodePng({ width, height, pixels }: Picture): Promise<Uint8Array> {
  const { encode } = await import('fast-png');
  return encode({ width, height, data: pixels, channels: 4, depth: 8 });
}

/** The colour at a place as `#rrggbbaa`; undefined outside of the picture. */
export function colourAt({ width, height, pixels }: Picture, x: number, y: number): string | undefined {
  if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
  const at = (y * width + x) * 4;
  return `#${[...pixels.subarray(at, at + 4)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

async function decodePng(bytes: Uint8Array): Promise<Picture> {
  const { convertIndexedToRgb, decode } = await import('fast-png');
  const png = decode(bytes, { checkCrc: true });
  const { width, height } = png;
  if (!png.palette) return { width, height, pixels: toRgba(png) };
  const channels = png.palette[0]?.length ?? 3;
  return { width, height, pixels: toRgba({ ...png, data: convertIndexedToRgb(png), channels, depth: 8 }) };
}

/** Converts grey, grey with alpha, RGB or RGBA of any depth to RGBA of 8 bits. */
function toRgba({ width, height, data, channels, depth, transparency }: DecodedPng): Uint8Array {
  if (channels === 4 && depth === 8 && data instanceof Uint8Array) return data;
  if (depth < 8) throw new Error(`grey of ${depth} bits does not occur in screenshots`);
  const pixels = new Uint8Array(width * height * 4);
  const colours = channels < 3 ? 1 : 3;
  const part = (at: number) => (depth === 16 ? (data[at] ?? 0) >> 8 : (data[at] ?? 0));
  for (let from = 0, to = 0; to < pixels.length; from += channels, to += 4) {
    for (let colour = 0; colour < 3; colour++) pixels[to + colour] = part(from + (colour % colours));
    // `tRNS` names a colour that is transparent.
    const clear = transparency?.every((value, index) => value === data[from + index]) ?? false;
    pixels[to + 3] = channels > colours ? part(from + colours) : clear ? 0 : 255;
  }
  return pixels;
}

async function decodeJpeg(bytes: Uint8Array): Promise<Picture> {
  const { default: jpeg } = await import('jpeg-js');
  const { width, height, data } = jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    tolerantDecoding: false,
    maxMemoryUsageInMB: 4096,
    maxResolutionInMP: 300,
  });
  return { width, height, pixels: data };
}

export type PictureType = 'png' | 'jpeg' | 'webp';

/** The header of a picture. */
export interface PictureHeader {
  readonly type: PictureType;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether its pixels can be transparent. */
  readonly alpha: boolean;
}

/**
 * Reads format and size of a PNG, JPEG or WebP file from its first bytes.
 *
 * @throws ConformanceFailure when it has none of these formats, or its header is cut off
 */
export function pictureHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const read = readers.find(({ magic }) => magic(bytes))?.read;
    if (read) return read(view);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ConformanceFailure(`the picture is cut off after ${bytes.length} bytes`, { cause });
  }
  const start = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  throw new ConformanceFailure(`the picture is not PNG, JPEG or WebP: it starts with ${start || 'nothing'}`);
}

interface Reader {
  readonly magic: (bytes: Uint8Array) => boolean;
  readonly read: (view: DataView) => PictureHeader;
}

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

const readers: readonly Reader[] = [
  { magic: (bytes) => starts(bytes, '\x89PNG\r\n\x1a\n'), read: pngHeader },
  { magic: (bytes) => starts(bytes, '\xff\xd8\xff'), read: jpegHeader },
  { magic: (bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8), read: webpHeader },
];

/** PNG, section 11.2.1: the first chunk is IHDR. Colour types 4 and 6 have alpha. */
function pngHeader(view: DataView): PictureHeader {
  const alpha = (view.getUint8(25) & 4) !== 0;
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), alpha };
}

/** ITU-T T.81, B.2.2: the frame header has the size; its marker is from C0 to CF, except those of tables. */
function jpegHeader(view: DataView): PictureHeader {
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) throw new ConformanceFailure(`the JPEG picture has no marker at byte ${at}`);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) {
      return {
        type: 'jpeg',
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        alpha: false,
      };
    }
    // Fill bytes FF may precede a marker; it then has no length yet.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
}

/** RFC 9649, section 2: extended files have their size at the start, simple ones in their only chunk. */
function webpHeader(view: DataView): PictureHeader {
  const chunk = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const u24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (chunk === 'VP8X') {
    const alpha = (view.getUint8(20) & 0x10) !== 0;
    return { type: 'webp', width: u24(24) + 1, height: u24(27) + 1, alpha };
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    const [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    return { type: 'webp', width, height, alpha: ((bits >>> 28) & 1) === 1 };
  }
  if (chunk !== 'VP8 ') throw new ConformanceFailure(`the WebP picture starts with a chunk ${chunk}`);
  const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  return { type: 'webp', width, height, alpha: false };
}

/** How far a picture may differ: the two numbers of WPT. */
export interface PictureTolerance {
  /** Largest difference of any channel of any pixel, 0 to 255. */
  readonly maxDifference: number;
  /** Number of pixels that differ at all. */
  readonly differentPixels: number;
}

/** The difference of two pictures of the same size. */
export interface PictureDifference {
  readonly differentPixels: number;
  readonly maxDifference: number;
  /** The first different pixel, row by row. */
  readonly first: { readonly x: number; readonly y: number } | undefined;
  /** The largest mean shift of a channel in any block that differs all over. */
  readonly flatShift: number;
  /** The largest mean shift of a channel in any block. */
  readonly blockShift: number;
}

/** Side of a block in pixels. */
const blockSide = 16;

/**
 * Compares two pictures of the same size, pixel by pixel and block by block.
 *
 * Fully transparent pixels are equal whatever their colour.
 *
 * The shift of a block is the mean of its signed differences. Noise and slightly different edges average out; another
 * colour of an area does not, however close it is.
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
