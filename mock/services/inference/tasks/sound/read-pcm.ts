import { ModelError } from '../../../../engines/models/model-error.ts';

/** Sound of one channel: 16-bit integers. */
export interface Pcm {
  readonly samples: Int16Array;
  /** Samples a second. */
  readonly sampleRate: number;
}

/**
 * The sound of a WAV file from a backend: 16-bit PCM, of which only the first channel is used.
 *
 * @throws ModelError `malformed` for another file
 */
export function readPcm(file: Uint8Array): Pcm {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let format: { readonly channels: number; readonly sampleRate: number } | undefined;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = String.fromCharCode(...file.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    if (name === 'fmt ' && at + 24 <= file.length && isPcm16(view, at + 8)) {
      format = { channels: view.getUint16(at + 10, true), sampleRate: view.getUint32(at + 12, true) };
    }
    if (name === 'data' && format !== undefined && format.channels > 0) {
      const { channels, sampleRate } = format;
      // Streams of unknown length declare the maximum.
      const length = Math.min(size, file.length - at - 8);
      const samples = new Int16Array(Math.floor(length / (2 * channels)));
      for (let index = 0; index < samples.length; index++) {
        samples[index] = view.getInt16(at + 8 + index * 2 * channels, true);
      }
      return { samples, sampleRate };
    }
    // Chunks start at even offsets.
    at += 8 + size + (size % 2);
  }
  throw new ModelError('malformed', 'The voice is no WAV file of 16 bits a sample.');
}

/** Plain integers, or the extensible format around them. */
function isPcm16(view: DataView, at: number): boolean {
  const tag = view.getUint16(at, true);
  return (tag === 1 || tag === 0xfffe) && view.getUint16(at + 14, true) === 16;
}

/** Resamples a sound by linear interpolation. */
export function resample({ samples, sampleRate }: Pcm, rate: number): Pcm {
  if (rate === sampleRate) return { samples, sampleRate };
  const made = new Int16Array(Math.round((samples.length * rate) / sampleRate));
  for (let index = 0; index < made.length; index++) {
    const place = (index * sampleRate) / rate;
    const before = samples[Math.floor(place)] ?? 0;
    const after = samples[Math.floor(place) + 1] ?? before;
    made[index] = Math.round(before + (after - before) * (place - Math.floor(place)));
  }
  return { samples: made, sampleRate: rate };
}

/**
 * Sound in eight bits a sample, as in telephony: ITU-T G.711. Each sample becomes a sign, the position of its highest
 * bit (the segment) and the four bits after it.
 */

/** The bias of µ-law, and its greatest sample. */
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

/** Samples of 16 bits in A-law; every other bit is inverted, as the recommendation requires. */
export function toALaw(samples: Int16Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(samples, (sample) => {
    const sign = sample < 0 ? 0 : 0x80;
    const magnitude = (sample < 0 ? ~sample : sample) >> 4;
    const segment = Math.max(0, 28 - Math.clz32(magnitude));
    const step = segment < 2 ? magnitude & 0x1f : ((magnitude >> (segment - 1)) & 0x0f) | (segment << 4);
    return (sign | step) ^ 0x55;
  });
}
