/**
 * Sound in eight bits a sample, as telephones have it: ITU-T G.711. Each sample becomes a sign, the place of its
 * highest bit (the segment) and the four bits behind that.
 */

/** What µ-law adds before it looks for the segment, and the greatest sample it knows. */
const bias = 0x84;
const clip = 32_635;

/** Samples of 16 bits in µ-law. */
export function toMuLaw(samples: Int16Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(samples, (sample) => {
    const sign = sample < 0 ? 0x80 : 0;
    const magnitude = Math.min(Math.abs(sample), clip) + bias;
    const segment = 24 - Math.clz32(magnitude);
    const step = (magnitude >> (segment + 3)) & 0x0f;
    return ~(sign | (segment << 4) | step) & 0xff;
  });
}

/** Samples of 16 bits in A-law; every other bit is turned, as the recommendation wants it. */
export function toALaw(samples: Int16Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(samples, (sample) => {
    const sign = sample < 0 ? 0 : 0x80;
    const magnitude = (sample < 0 ? ~sample : sample) >> 4;
    const segment = Math.max(0, 28 - Math.clz32(magnitude));
    const step = segment < 2 ? magnitude & 0x1f : ((magnitude >> (segment - 1)) & 0x0f) | (segment << 4);
    return (sign | step) ^ 0x55;
  });
}
