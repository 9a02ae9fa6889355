import type { DecodedPng } from 'fast-png';
import { ConformanceFailure } from './errors.ts';
import { giveBack } from './give-back.ts';
import { pictureHeader } from './picture-header.ts';

/** A picture as pixels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row from the top left. */
  readonly pixels: Uint8Array;
}

/** Bytes that the pixels of a picture may take: a file that claims more is not decoded. */
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
  // Decoding takes many times what the pixels do: what others have left behind goes first.
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

/** The PNG file of a picture. */
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

/** Grey, grey with alpha, RGB or RGBA of any depth as RGBA of 8 bits. */
function toRgba({ width, height, data, channels, depth, transparency }: DecodedPng): Uint8Array {
  if (channels === 4 && depth === 8 && data instanceof Uint8Array) return data;
  if (depth < 8) throw new Error(`grey of ${depth} bits is nothing that screenshots have`);
  const pixels = new Uint8Array(width * height * 4);
  const colours = channels < 3 ? 1 : 3;
  const part = (at: number) => (depth === 16 ? (data[at] ?? 0) >> 8 : (data[at] ?? 0));
  for (let from = 0, to = 0; to < pixels.length; from += channels, to += 4) {
    for (let colour = 0; colour < 3; colour++) pixels[to + colour] = part(from + (colour % colours));
    // A colour that stands for transparency is named in `tRNS`.
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
