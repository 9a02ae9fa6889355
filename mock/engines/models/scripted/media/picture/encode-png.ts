import { crc32 } from './checksums.ts';
import { zlib } from './deflate.ts';
import type { Pixels } from './pixels.ts';

/** Bytes of a PNG file (8 bits, red, green and blue) that are the same on every runtime. */
export function encodePng({ width, height, data }: Pixels): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', zlib(filterRows({ width, height, data }))),
    chunk('IEND', new Uint8Array(0)),
  ];
  const file = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of chunks) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

/** Rows as their difference from the row above (filter type 2), which is mostly nothing in drawn pictures. */
function filterRows({ width, height, data }: Pixels): Uint8Array {
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1) + 1;
    const from = y * stride;
    rows[to - 1] = 2;
    if (y === 0) rows.set(data.subarray(0, stride), to);
    else
      for (let x = 0; x < stride; x++) rows[to + x] = (data[from + x] ?? 0) - (data[from + x - stride] ?? 0);
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
