import { ModelError } from '../../../model-error.ts';
import { decodePng, pngSignature } from './decode-png.ts';
import { maxMegapixels, type Pixels } from './pixels.ts';

/** Memory that reading a JPEG file may take. */
const maxMegabytes = 512;

/** A picture that was read, and what it was. */
export interface Image extends Pixels {
  readonly format: 'PNG' | 'JPEG';
}

/**
 * Reads a picture of the formats that {@link drawPicture} makes.
 *
 * @throws {ModelError} `bad-input` for what is neither PNG nor JPEG, is broken, or has more than 25 megapixels.
 */
export async function readImage(bytes: Uint8Array): Promise<Image> {
  const startsWith = (signature: readonly number[]): boolean =>
    signature.every((byte, i) => bytes[i] === byte);
  if (startsWith(pngSignature)) return { ...(await decodePng(bytes)), format: 'PNG' };
  if (startsWith([0xff, 0xd8, 0xff])) return { ...(await decodeJpeg(bytes)), format: 'JPEG' };
  throw new ModelError(
    'bad-input',
    bytes.length === 0 ? 'The picture is empty.' : 'The picture is neither a PNG nor a JPEG file.',
  );
}

async function decodeJpeg(bytes: Uint8Array): Promise<Pixels> {
  const { decode } = await import('jpeg-js');
  try {
    const { width, height, data } = decode(bytes, {
      useTArray: true,
      formatAsRGBA: false,
      tolerantDecoding: false,
      maxResolutionInMP: maxMegapixels,
      maxMemoryUsageInMB: maxMegabytes,
    });
    if (width * height * 3 !== data.length || data.length === 0) throw new RangeError('it has no pixels');
    return { width, height, data };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError('bad-input', `The picture is not a readable JPEG file: ${why}.`, { cause });
  }
}
