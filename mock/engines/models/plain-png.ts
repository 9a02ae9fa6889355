import { Unzlib } from 'fflate';

/** The chunks with pixels: others, some of them compressed, are not needed to see the picture. */
const needed: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

/** Bytes decompressed at a time, so that a bomb is detected early: one byte expands to at most 1,032. */
const slice = 4096;
/** Bytes allowed after the last line: some writers leave a few. */
const slack = 65_536;

/**
 * A PNG file reduced to its one picture, which is known to decompress to its header's size.
 *
 * @throws Error for any other file
 */
export function plainPng(bytes: Uint8Array, mostPixels: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Uint8Array<ArrayBuffer>[] = [new Uint8Array(bytes.subarray(0, 8))];
  let room = Number.NaN;
  const inflate = new Unzlib((part) => {
    room -= part.length;
    if (room < -slack) throw new Error('it unpacks to more than its header claims');
  });
  for (let at = 8, type = ''; type !== 'IEND'; ) {
    if (at + 12 > bytes.length) throw new Error('it ends too early');
    type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) throw new Error(`its chunk ${type} ends too early`);
    if ((type === 'IHDR') !== Number.isNaN(room)) throw new Error('it must begin with its only header');
    if (type === 'IHDR') room = unpackedBytes(view, at + 8, mostPixels);
    if (type === 'IDAT') {
      const packed = bytes.subarray(at + 8, end - 4);
      for (let from = 0; from < packed.length; from += slice)
        inflate.push(packed.subarray(from, from + slice));
    }
    if (needed.has(type)) pieces.push(new Uint8Array(bytes.subarray(at, end)));
    at = end;
  }
  if (room > 0) throw new Error('it unpacks to less than its header claims');
  const plain = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    plain.set(piece, at);
    at += piece.length;
  }
  return plain;
}

/** Samples per pixel, by color type: PNG, section 11.2.1. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Offsets and distances of the seven passes' lines: PNG, section 8.2. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Size of all lines, each with its filter byte. */
function unpackedBytes(view: DataView, header: number, mostPixels: number): number {
  const [width, height] = [view.getUint32(header), view.getUint32(header + 4)];
  if (width * height > mostPixels) throw new Error(`it has more than ${mostPixels / 1e6} megapixels`);
  const bits = view.getUint8(header + 8) * (samples[view.getUint8(header + 9)] ?? 4);
  const lines = (across: number, down: number) =>
    across > 0 && down > 0 ? down * (1 + Math.ceil((across * bits) / 8)) : 0;
  if (view.getUint8(header + 12) === 0) return lines(width, height);
  return passes.reduce(
    (sum, [x, y, dx, dy]) => sum + lines(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
    0,
  );
}
