import { ConformanceFailure, readBy } from '../harness/errors.ts';

/** Seconds of sound in an MP3 file, after decoding all of it. */
export async function mp3Seconds(bytes: Uint8Array): Promise<number> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { sampleRate, samplesDecoded } = await readBy('The reader of MP3', async () =>
      decoder.decode(bytes),
    );
    if (samplesDecoded === 0) throw new ConformanceFailure('the sound is not an MP3 file, or is empty');
    return samplesDecoded / sampleRate;
  } finally {
    decoder.free();
  }
}

/** Seconds of sound in a WAV file, according to its header. */
export function wavSeconds(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new ConformanceFailure('the sound is not a WAV file');
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    if (name(at) === 'fmt ' && at + 20 <= bytes.length) bytesPerSecond = view.getUint32(at + 16, true);
    // A streamed file begins before its length is known.
    if (name(at) === 'data') return Math.min(size, bytes.length - at - 8) / bytesPerSecond;
    at += 8 + size + (size % 2);
  }
  throw new ConformanceFailure('the WAV file has no sound');
}

/** A one-pixel red image, as a data URL. */
export const smallPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const width = 128;
const height = 96;

/** A PNG file of a red disc on white. */
export async function redDisc(): Promise<Uint8Array<ArrayBuffer>> {
  const { encode } = await import('fast-png');
  const data = new Uint8Array(width * height * 3).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < 30 ** 2;
      if (inside) data.set([220, 20, 20], (y * width + x) * 3);
    }
  }
  return new Uint8Array(encode({ width, height, data, channels: 3, depth: 8 }));
}
