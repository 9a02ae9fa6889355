import { BytesReader } from '../bytes-reader.ts';

/** Elements of Matroska (RFC 9559) by their ids. */
const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
};
const parents: ReadonlySet<number> = new Set([ids.segment, ids.info, ids.cluster, ids.group]);
const nanoseconds = 1e9;

/**
 * Seconds of a WebM file: what it says, or, of recordings that were written as they came, when the last block of it
 * begins; `undefined` for a file that has neither.
 */
export function webmDuration(bytes: Uint8Array): number | undefined {
  const reader = new BytesReader(bytes);
  let scale = 1_000_000;
  let duration: number | undefined;
  let clusterTime = 0;
  let last: number | undefined;
  for (let at = 0; at < bytes.length; ) {
    const id = readVint(reader, at, true);
    const size = id === undefined ? undefined : readVint(reader, at + id.length, false);
    if (id === undefined || size === undefined) break;
    const body = at + id.length + size.length;
    if (parents.has(id.value)) {
      at = body;
      continue;
    }
    if (id.value === ids.scale) scale = readUnsigned(reader, body, size.value);
    else if (id.value === ids.duration) duration = size.value === 4 ? reader.f32(body) : reader.f64(body);
    else if (id.value === ids.clusterTime) clusterTime = readUnsigned(reader, body, size.value);
    else if (id.value === ids.simpleBlock || id.value === ids.block) {
      const track = readVint(reader, body, false);
      const offset = track === undefined ? undefined : reader.u16(body + track.length);
      if (offset !== undefined)
        last = Math.max(last ?? 0, clusterTime + (offset < 32_768 ? offset : offset - 65_536));
    }
    at = body + size.value;
  }
  const units = duration !== undefined && duration > 0 ? duration : last;
  const seconds = units === undefined ? Number.NaN : (units * scale) / nanoseconds;
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** A number whose first bits say how many bytes it has; ids keep them. A size of all ones is not known. */
function readVint(
  reader: BytesReader,
  at: number,
  keepsMarker: boolean,
): { readonly value: number; readonly length: number } | undefined {
  const first = reader.u8(at);
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > reader.length) return undefined;
  const rest = readUnsigned(reader, at + 1, length - 1);
  return { value: (keepsMarker ? first : first - 2 ** (8 - length)) * 256 ** (length - 1) + rest, length };
}

function readUnsigned(reader: BytesReader, at: number, size: number): number {
  let value = 0;
  for (let i = 0; i < Math.min(size, 8); i++) value = value * 256 + (reader.u8(at + i) ?? 0);
  return value;
}
