import { decode as decodePng, encode as encodePng } from 'fast-png';
import { pictureLimits } from '../../../spec/engine-limits.ts';
import type { Picture } from './backend.ts';
import { ModelError } from './model-error.ts';
import { plainPng } from './plain-png.ts';

const { megapixels } = pictureLimits;

/** Three bytes per pixel, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Decodes the pixels of a file. */
export interface ReadPicture extends Pixels {
  readonly format: 'PNG' | 'JPEG';
}

/** Reads PNG and JPEG files like {@link readPicture}. */
export type PictureReader = (bytes: Uint8Array, signal: AbortSignal) => Promise<ReadPicture>;

/** Writes a PNG or JPEG file. */
export async function encodePicture(pixels: Pixels, mediaType: Picture['mediaType']): Promise<Uint8Array> {
  return mediaType === 'image/png'
    ? encodePng({ ...pixels, channels: 3, depth: 8 }, { zlib: { level: 1 } })
    : encodeJpeg(pixels);
}

async function encodeJpeg({ width, height, data }: Pixels): Promise<Uint8Array> {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let part = 0; part < 3; part++) rgba[pixel * 4 + part] = data[pixel * 3 + part] ?? 0;
  // The library writes into Node's Buffer; browsers have none, but an encoder of their own.
  if (!('Buffer' in globalThis)) {
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
    return new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer(),
    );
  }
  const { encode } = await import('jpeg-js');
  return new Uint8Array(encode({ width, height, data: new Uint8Array(rgba.buffer) }, 90).data);
}

/**
 * Reads a PNG or JPEG file.
 *
 * @throws ModelError (bad-input) for other formats, broken files, or more than 25 megapixels
 */
export async function readPicture(bytes: Uint8Array): Promise<ReadPicture> {
  const format =
    bytes[0] === 0x89 && bytes[1] === 0x50 ? 'PNG' : bytes[0] === 0xff && bytes[1] === 0xd8 ? 'JPEG' : '';
  if (format === '') throw new ModelError('bad-input', 'The picture is neither a PNG nor a JPEG file.');
  try {
    return { ...(format === 'PNG' ? readPng(bytes) : await readJpeg(bytes)), format };
  } catch (cause) {
    // For some faults the decoders throw errors of the runtime instead of naming them.
    const isNamed = cause instanceof Error && !(cause instanceof TypeError || cause instanceof RangeError);
    const why = isNamed ? cause.message : 'it is damaged';
    throw new ModelError('bad-input', `The picture is not a readable ${format} file: ${why}.`, { cause });
  }
}

function readPng(bytes: Uint8Array): Pixels {
  const file = plainPng(bytes, megapixels * 1_000_000);
  const { width, height, data, channels, depth, palette } = decodePng(file, { checkCrc: true });
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const first = pixel * channels;
    const index = depth < 8 ? 0 : (data[first] ?? 0);
    for (let part = 0; part < 3; part++) {
      const value = palette ? (palette[index]?.[part] ?? 0) : (data[first + (channels < 3 ? 0 : part)] ?? 0);
      rgb[pixel * 3 + part] = depth === 16 ? value >> 8 : value;
    }
  }
  return { width, height, data: rgb };
}

async function readJpeg(bytes: Uint8Array): Promise<Pixels> {
  const { decode } = await import('jpeg-js');
  return decode(bytes, {
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
    maxResolutionInMP: megapixels,
  });
}
