import { gitCodec } from '#git-codec';
import { HEAD_BYTES, putDistance, putEntryHead } from '../entry-head.ts';
import { hashObject } from '../hash-object.ts';
import { idAt, putId } from '../id-bytes.ts';
import { packHead } from '../pack-head.ts';

/** An entry of a pack that a test makes, be it wrong. */
export interface BuiltEntry {
  readonly kind: number;
  readonly data: Uint8Array;
  /** The number of the entry that is the base, or its id. */
  readonly base?: number | string;
  /** The size that is said, where it is not the right one. */
  readonly size?: number;
  /** What stands in place of the zlib stream. */
  readonly deflated?: Uint8Array;
}

const join = (pieces: readonly Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => [...piece]));

/** A pack with the right checksum, whatever its entries are. */
export function buildPack(entries: readonly BuiltEntry[], count = entries.length): Uint8Array {
  const pieces: Uint8Array[] = [packHead(count)];
  const offsets: number[] = [];
  let size = 12;
  for (const entry of entries) {
    const head = new Uint8Array(HEAD_BYTES);
    let end = putEntryHead(entry.kind, entry.size ?? entry.data.length, head, 0);
    if (typeof entry.base === 'number') end = putDistance(size - (offsets[entry.base] ?? 0), head, end);
    if (typeof entry.base === 'string') {
      putId(entry.base, head, end);
      end += 20;
    }
    const deflated = entry.deflated ?? gitCodec.deflate(entry.data);
    offsets.push(size);
    size += end + deflated.length;
    pieces.push(head.subarray(0, end), deflated);
  }
  return join([...pieces, gitCodec.sha1(...pieces)]);
}

/** A delta that puts one byte before all of its base; base and result below 16 KiB. */
export function prefixing(byte: number, baseSize: number): Uint8Array {
  const size = (value: number) => [(value & 127) | 128, value >> 7];
  return Uint8Array.from([
    ...size(baseSize),
    ...size(baseSize + 1),
    1,
    byte,
    0xb0,
    baseSize & 255,
    baseSize >> 8,
  ]);
}

export const blobId = (data: Uint8Array) => idAt(hashObject(gitCodec, 'blob', data), 0);
