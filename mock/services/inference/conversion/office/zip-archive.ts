import { Inflate } from 'fflate';
import { conversionLimits } from '../../../../../spec/services/inference/conversion.ts';
import { ConversionError } from '../conversion-error.ts';

/** Bytes to unpack at a time, so that a bomb is found early: one byte becomes at most 1,032. */
const slice = 4096;
/** Longest comment after the directory, and the record that contains it. */
const longestEnd = 65_535 + 22;

/** Limits of an archive. */
type ZipLimits = { readonly [Name in 'entries' | 'unpackedBytes']: number };

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: Uint8Array;
}

/**
 * Unpacks selected entries of a ZIP archive (APPNOTE 6.3). It counts the unpacked bytes itself and ignores the sizes in
 * the directory.
 *
 * @throws ConversionError for any other file, overlapping entries, or too much data
 */
export function unpackZip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  most: ZipLimits = conversionLimits,
): ReadonlyMap<string, Uint8Array> {
  const unpacked = new Map<string, Uint8Array>();
  const tooMuch = () =>
    new ConversionError(`The file has more than ${most.unpackedBytes} bytes of text when it is unpacked`);
  let room = most.unpackedBytes;
  for (const { name, method, packed } of getEntries(bytes, most)) {
    if (!isWanted(name)) continue;
    const part = method === 0 ? packed : inflated(packed, room, tooMuch);
    room -= part.length;
    if (room < 0) throw tooMuch();
    unpacked.set(name, part);
  }
  return unpacked;
}

const unreadable = (reason: string, cause?: unknown) =>
  new ConversionError(`The file is not an office file: it is no readable ZIP archive: ${reason}`, cause);

/** The entries, none of which overlap. */
function getEntries(bytes: Uint8Array, most: ZipLimits): readonly Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readDirectory(view, bytes, most);
  } catch (cause) {
    if (cause instanceof RangeError) throw unreadable('it ends too early', cause);
    throw cause;
  }
}

function readDirectory(view: DataView, bytes: Uint8Array, most: ZipLimits): readonly Entry[] {
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  if (count > most.entries) throw unreadable(`it has more than ${most.entries} entries`);
  const entries: (Entry & { readonly from: number; readonly to: number })[] = [];
  for (let index = 0, at = directory; index < count; index++) {
    if (view.getUint32(at, true) !== 0x02014b50) throw unreadable('its directory is damaged');
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const [size = 0, , from = 0] = [20, 24, 42].map((place) => view.getUint32(at + place, true));
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)));
    const method = view.getUint16(at + 10, true);
    if (method !== 0 && method !== 8) throw unreadable(`${name} has an unknown compression method`);
    if (view.getUint32(from, true) !== 0x04034b50) throw unreadable(`${name} is not where it should be`);
    const start = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    const to = start + size;
    if (to > directory) throw unreadable(`${name} ends too late`);
    entries.push({ name, method, from, to, packed: bytes.subarray(start, to) });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  let free = 0;
  for (const { name, from, to } of entries.toSorted((one, other) => one.from - other.from)) {
    if (from < free) throw unreadable(`${name} has bytes of another entry`);
    free = to;
  }
  return entries;
}

const decoder = new TextDecoder();

/** The position of the directory's end record, which a comment may follow. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, view.byteLength - longestEnd); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw unreadable('it has no directory');
}

function inflated(packed: Uint8Array, room: number, tooMuch: () => ConversionError): Uint8Array {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const inflate = new Inflate((part) => {
    size += part.length;
    if (size > room) throw tooMuch();
    parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length; at += slice) {
      inflate.push(packed.subarray(at, at + slice), at + slice >= packed.length);
    }
  } catch (cause) {
    throw cause instanceof ConversionError ? cause : unreadable('it does not unpack', cause);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
