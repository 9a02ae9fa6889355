/** Table `n` is for a byte that has `n` bytes behind it, so that four can be taken at once. */
const tables: readonly Int32Array[] = (() => {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  const all = [first];
  for (let n = 1; n < 4; n++) {
    const before = all[n - 1] ?? first;
    all.push(before.map((value) => (value >>> 8) ^ (first[value & 255] ?? 0)));
  }
  return all;
})();

const [t0, t1, t2, t3] = tables as [Int32Array, Int32Array, Int32Array, Int32Array]; // there are four

/**
 * The CRC-32 of bytes.
 *
 * @param before of what came before these bytes
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  const end = bytes.length;
  let crc = ~before;
  let at = 0;
  for (; at + 4 <= end; at += 4) {
    crc ^=
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    crc =
      (t3[crc & 255] ?? 0) ^
      (t2[(crc >>> 8) & 255] ?? 0) ^
      (t1[(crc >>> 16) & 255] ?? 0) ^
      (t0[crc >>> 24] ?? 0);
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ (t0[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0);
  return ~crc >>> 0;
}
