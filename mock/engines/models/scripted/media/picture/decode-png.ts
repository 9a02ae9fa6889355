import { ModelError } from '../../../model-error.ts';
import { BytesReader } from '../bytes-reader.ts';
import { crc32 } from './checksums.ts';
import { inflate } from './inflate.ts';
import { maxMegapixels, type Pixels } from './pixels.ts';
import { expandRows, type PngForm } from './png-rows.ts';

/** Bits of a channel that each colour type may have (PNG, table 11.1), and how many channels it has. */
const colourTypes = new Map<number, { readonly depths: readonly number[]; readonly channels: number }>([
  [0, { depths: [1, 2, 4, 8, 16], channels: 1 }],
  [2, { depths: [8, 16], channels: 3 }],
  [3, { depths: [1, 2, 4, 8], channels: 1 }],
  [4, { depths: [8, 16], channels: 2 }],
  [6, { depths: [8, 16], channels: 4 }],
]);

/** The eight bytes that a PNG file starts with. */
export const pngSignature: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Reads a PNG file of any kind; what it lets through is shown on white.
 *
 * @throws {ModelError} `bad-input` for a file that is broken, cut short or larger than 25 megapixels.
 */
export async function decodePng(bytes: Uint8Array): Promise<Pixels> {
  const reader = new BytesReader(bytes);
  let form: PngForm | undefined;
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  const packed: Uint8Array[] = [];
  for (let at = pngSignature.length, ended = false; !ended; ) {
    const length = reader.u32(at);
    const crc = length === undefined ? undefined : reader.u32(at + 8 + length);
    if (length === undefined || crc === undefined) throw broken('it ends too early');
    const type = reader.ascii(at + 4, 4);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== crc)
      throw broken(`the checksum of ${type} is wrong`);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') form = readHeader(data);
    else if (type === 'PLTE') palette = data;
    else if (type === 'tRNS') transparency = data;
    else if (type === 'IDAT') packed.push(data);
    ended = type === 'IEND';
    at += 12 + length;
  }
  if (form === undefined) throw broken('it has no header');
  if (form.type === 3 && palette === undefined) throw broken('it has no palette');
  const rows = await inflate(packed, form.size);
  if (rows === undefined) throw broken('its pixels cannot be unpacked');
  const pixels = expandRows(form, rows, palette, transparency);
  if (pixels === undefined) throw broken('a row has an unknown filter');
  return pixels;
}

function readHeader(data: Uint8Array): PngForm {
  const header = new BytesReader(data);
  const [width = 0, height = 0] = [header.u32(0), header.u32(4)];
  const [depth = 0, type = -1, , , interlace = -1] = data.subarray(8);
  const kind = colourTypes.get(type);
  if (kind === undefined || !kind.depths.includes(depth)) throw broken('it has an unknown kind of colour');
  if (interlace !== 0 && interlace !== 1) throw broken('it has an unknown order of rows');
  if (width === 0 || height === 0) throw broken('it has no pixels');
  if (width * height > maxMegapixels * 1e6) {
    throw new ModelError(
      'bad-input',
      `The picture has ${width} by ${height} pixels: more than ${maxMegapixels} megapixels.`,
    );
  }
  const passes =
    interlace === 1 ? interlacedPasses(width, height) : [{ x: 0, y: 0, dx: 1, dy: 1, width, height }];
  const bits = kind.channels * depth;
  const size = passes.reduce((sum, pass) => sum + pass.height * (1 + Math.ceil((pass.width * bits) / 8)), 0);
  return { width, height, depth, type, channels: kind.channels, passes, size };
}

/** The seven smaller pictures of Adam7: where each starts and how far apart its pixels are (PNG, section 8.2). */
function interlacedPasses(width: number, height: number): PngForm['passes'] {
  const starts = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return starts
    .map(([x, y, dx, dy]) => ({
      x,
      y,
      dx,
      dy,
      width: Math.ceil((width - x) / dx),
      height: Math.ceil((height - y) / dy),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

function broken(why: string): ModelError {
  return new ModelError('bad-input', `The picture is not a readable PNG file: ${why}.`);
}
