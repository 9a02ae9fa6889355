/** Remainders of each byte, so that a sum takes one step a byte. */
function tableOf(width: number, polynomial: number): readonly number[] {
  const highest = 2 ** (width - 1);
  const mask = 2 ** width - 1;
  return Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) sum = (sum & highest ? (sum << 1) ^ polynomial : sum << 1) & mask;
    return sum;
  });
}

const table8 = tableOf(8, 0x07);
const table16 = tableOf(16, 0x8005);

/** The checksum of a FLAC frame header: x⁸ + x² + x + 1. */
export function crc8(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = table8[sum ^ byte] ?? 0;
  return sum;
}

/** The checksum of a FLAC frame: x¹⁶ + x¹⁵ + x² + 1. */
export function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) & 0xffff) ^ (table16[(sum >> 8) ^ byte] ?? 0);
  return sum;
}
