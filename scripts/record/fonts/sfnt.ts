import { zlibSync } from 'fflate';

/** A table of a font: its tag of four characters, and its bytes. */
export type FontTable = readonly [tag: string, bytes: Uint8Array];

/** Writes numbers in the sizes that fonts use, big-endian. */
export interface ByteWriter {
  u16(...values: number[]): ByteWriter;
  u32(...values: number[]): ByteWriter;
  text(ascii: string): ByteWriter;
  bytes(values: Uint8Array): ByteWriter;
  done(): Uint8Array;
}

/** Starts a sequence of bytes. Negative numbers are written in two's complement. */
export function byteWriter(): ByteWriter {
  const out: number[] = [];
  const writer: ByteWriter = {
    u16(...values) {
      for (const value of values) out.push((value >> 8) & 255, value & 255);
      return writer;
    },
    u32(...values) {
      for (const value of values) writer.u16(value >>> 16, value & 0xffff);
      return writer;
    },
    text(ascii) {
      for (const character of ascii) out.push(character.charCodeAt(0) & 255);
      return writer;
    },
    bytes(values) {
      for (const value of values) out.push(value);
      return writer;
    },
    done: () => Uint8Array.from(out),
  };
  return writer;
}

/** The version of an sfnt file with TrueType outlines. */
const trueType = 0x00010000;

/** The required sum of a whole font including this number: OpenType, table `head`. */
const sumOfAFont = 0xb1b0afba;

/**
 * Combines tables into a TrueType font: OpenType, Organization of an OpenType Font.
 *
 * @param tables sorted by tag; the checksum in `head` is filled in
 */
export function trueTypeFont(tables: readonly FontTable[]): Uint8Array<ArrayBuffer> {
  const font = new Uint8Array(assemble(tables));
  const head = getOffsets(tables).get('head') ?? 0;
  new DataView(font.buffer).setUint32(head + 8, (sumOfAFont - checkSum(font)) >>> 0);
  return font;
}

/** The same font as WOFF 1.0: a table is compressed if that makes it smaller. */
export function woffFont(font: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(font.buffer);
  const entries = Array.from({ length: view.getUint16(4) }, (_, index) => {
    const at = 12 + index * 16;
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    const plain = font.subarray(offset, offset + length);
    const packed = zlibSync(plain, { level: 9 });
    const stored = packed.length < plain.length ? packed : plain;
    return { tag: view.getUint32(at), sum: view.getUint32(at + 4), length, stored };
  });
  const start = 44 + entries.length * 20;
  const total = entries.reduce((sum, { stored }) => sum + padded(stored.length), start);
  const writer = byteWriter().text('wOFF').u32(trueType, total).u16(entries.length, 0).u32(font.length);
  // Version 1.0, no metadata and no private data.
  writer.u16(1, 0).u32(0, 0, 0, 0, 0);
  let offset = start;
  for (const { tag, sum, length, stored } of entries) {
    writer.u32(tag, offset, stored.length, length, sum);
    offset += padded(stored.length);
  }
  for (const { stored } of entries) writer.bytes(padTo4(stored));
  return new Uint8Array(writer.done());
}

function assemble(tables: readonly FontTable[]): Uint8Array {
  const writer = byteWriter().u32(trueType);
  const log = Math.floor(Math.log2(tables.length));
  writer.u16(tables.length, 2 ** log * 16, log, (tables.length - 2 ** log) * 16);
  const offsets = getOffsets(tables);
  for (const [tag, bytes] of tables) {
    writer.text(tag).u32(checkSum(bytes), offsets.get(tag) ?? 0, bytes.length);
  }
  for (const [, bytes] of tables) writer.bytes(padTo4(bytes));
  return writer.done();
}

function getOffsets(tables: readonly FontTable[]): ReadonlyMap<string, number> {
  let at = 12 + tables.length * 16;
  return new Map(
    tables.map(([tag, bytes]) => {
      const offset = at;
      at += padded(bytes.length);
      return [tag, offset];
    }),
  );
}

function checkSum(bytes: Uint8Array): number {
  const whole = padTo4(bytes);
  const view = new DataView(whole.buffer, whole.byteOffset, whole.length);
  let sum = 0;
  for (let at = 0; at < whole.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

const padded = (length: number) => Math.ceil(length / 4) * 4;

function padTo4(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(padded(bytes.length));
  whole.set(bytes);
  return whole;
}
