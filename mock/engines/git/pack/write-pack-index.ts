import type { GitCodec } from '../git-codec.ts';
import { compareIds } from './id-bytes.ts';
import type { PackTable } from './pack-table.ts';
import { radixOrder } from './sort-entries.ts';

export const INDEX_MAGIC = 0xff744f63;
/** Bytes before the ids: magic, version, and how many ids begin with each byte or a lower one. */
export const INDEX_HEAD_BYTES = 8 + 256 * 4;

/**
 * The index of a pack, of version 2, as Git writes it. Of objects that a pack has twice, the one that was known
 * first comes first.
 *
 * @param checksum of the pack, its last 20 bytes
 */
export function writePackIndex(table: PackTable, checksum: Uint8Array, codec: GitCodec): Uint8Array {
  const { count } = table;
  const order = orderById(table);
  let far = 0;
  for (let entry = 0; entry < count; entry++) if ((table.offsets[entry] ?? 0) > 0x7fffffff) far += 1;

  const bytes = new Uint8Array(INDEX_HEAD_BYTES + count * 28 + far * 8 + 40);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, INDEX_MAGIC);
  view.setUint32(4, 2);
  const crcs = INDEX_HEAD_BYTES + count * 20;
  const offsets = crcs + count * 4;
  const farOffsets = offsets + count * 4;
  const perByte = new Uint32Array(256);
  let farAt = 0;
  for (let at = 0; at < count; at++) {
    const entry = order[at] ?? 0;
    const first = table.ids[entry * 20] ?? 0;
    perByte[first] = (perByte[first] ?? 0) + 1;
    bytes.set(table.ids.subarray(entry * 20, entry * 20 + 20), INDEX_HEAD_BYTES + at * 20);
    view.setUint32(crcs + at * 4, table.crcs[entry] ?? 0);
    const offset = table.offsets[entry] ?? 0;
    if (offset > 0x7fffffff) {
      view.setUint32(offsets + at * 4, 0x80000000 + farAt);
      view.setBigUint64(farOffsets + farAt * 8, BigInt(offset));
      farAt += 1;
    } else view.setUint32(offsets + at * 4, offset);
  }
  let sum = 0;
  for (let byte = 0; byte < 256; byte++) {
    sum += perByte[byte] ?? 0;
    view.setUint32(8 + byte * 4, sum);
  }
  bytes.set(checksum, bytes.length - 40);
  bytes.set(codec.sha1(bytes.subarray(0, bytes.length - 20)), bytes.length - 20);
  return bytes;
}

function orderById(table: PackTable): Uint32Array {
  const { count, ids, ranks } = table;
  const view = new DataView(ids.buffer);
  const keys = new Uint32Array(count);
  for (let entry = 0; entry < count; entry++) keys[entry] = view.getUint32(entry * 20);
  const order = radixOrder(count, keys);
  // Ids that begin with the same four bytes are few, or one object that is there many times.
  for (let start = 0; start < count; ) {
    const key = keys[order[start] ?? 0];
    let end = start + 1;
    while (end < count && keys[order[end] ?? 0] === key) end++;
    if (end - start > 1)
      order
        .subarray(start, end)
        .sort((a, b) => compareIds(ids, a * 20, ids, b * 20) || (ranks[a] ?? 0) - (ranks[b] ?? 0));
    start = end;
  }
  return order;
}
