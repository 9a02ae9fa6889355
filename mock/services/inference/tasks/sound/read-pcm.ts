import { ModelError } from '../../../../engines/models/model-error.ts';

/** Sound of one channel: whole numbers of 16 bits. */
export interface Pcm {
  readonly samples: Int16Array;
  /** Samples a second. */
  readonly sampleRate: number;
}

/**
 * The sound of a WAV file, as backends speak it: PCM of 16 bits, of which the first channel is heard.
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
      // Streams that did not know their length say the greatest there is.
      const length = Math.min(size, file.length - at - 8);
      const samples = new Int16Array(Math.floor(length / (2 * channels)));
      for (let index = 0; index < samples.length; index++) {
        samples[index] = view.getInt16(at + 8 + index * 2 * channels, true);
      }
      return { samples, sampleRate };
    }
    // Chunks begin at even places.
    at += 8 + size + (size % 2);
  }
  throw new ModelError('malformed', 'The voice is no WAV file of 16 bits a sample.');
}

/** Plain whole numbers, or the extensible format around them. */
function isPcm16(view: DataView, at: number): boolean {
  const tag = view.getUint16(at, true);
  return (tag === 1 || tag === 0xfffe) && view.getUint16(at + 14, true) === 16;
}

/** The same sound at another rate, straight between the samples. */
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
