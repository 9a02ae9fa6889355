import { BytesReader } from '../bytes-reader.ts';

/** Sound as it is stored in a WAV file. */
export interface Wav {
  readonly sampleRate: number;
  /** Seconds. */
  readonly duration: number;
  /** The mean of the channels, from -1 to 1; `undefined` for packed samples, which are not read. */
  readonly samples: Float64Array | undefined;
}

/** Bytes of a WAV file: PCM, 16 bits, one channel. */
export function encodeWav(samples: Float64Array, sampleRate: number): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const ascii = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  };
  ascii(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  ascii(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [i, sample] of samples.entries())
    view.setInt16(44 + i * 2, Math.floor(sample * 32767 + 0.5), true);
  return bytes;
}

interface Format {
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly byteRate: number;
  readonly frame: number;
  readonly bits: number;
}

/**
 * Reads a WAV file: PCM of 8 to 32 bits and floating point as samples, other codecs as their duration.
 *
 * @returns `undefined` for a file without a format or without data
 */
export function decodeWav(bytes: Uint8Array): Wav | undefined {
  const reader = new BytesReader(bytes);
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = reader.u32(at + 4, true) ?? 0;
    if (reader.has('fmt ', at)) format = readFormat(reader, at + 8, size);
    else if (reader.has('data', at)) {
      // What streams do not know when they begin is 0 or all ones, so the rest of the file is the data then.
      const data = bytes.subarray(at + 8, size === 0 || size === 0xffffffff ? bytes.length : at + 8 + size);
      return format === undefined || format.byteRate === 0 || format.sampleRate === 0
        ? undefined
        : readData(format, data);
    }
    // Chunks begin at even places.
    at += 8 + size + (size & 1);
  }
  return undefined;
}

function readFormat(reader: BytesReader, at: number, size: number): Format {
  const tag = reader.u16(at, true) ?? 0;
  return {
    // WAVE_FORMAT_EXTENSIBLE says the real one further on.
    tag: tag === 0xfffe && size >= 26 ? (reader.u16(at + 24, true) ?? 0) : tag,
    channels: reader.u16(at + 2, true) ?? 0,
    sampleRate: reader.u32(at + 4, true) ?? 0,
    byteRate: reader.u32(at + 8, true) ?? 0,
    frame: reader.u16(at + 12, true) ?? 0,
    bits: reader.u16(at + 14, true) ?? 0,
  };
}

function readData({ tag, channels, sampleRate, byteRate, frame, bits }: Format, data: Uint8Array): Wav {
  const read = sampleReader(tag, bits, new BytesReader(data));
  const width = bits / 8;
  if (read === undefined || channels === 0 || frame !== channels * width) {
    return { sampleRate, duration: data.length / byteRate, samples: undefined };
  }
  const samples = new Float64Array(Math.floor(data.length / frame));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(i * frame + channel * width);
    samples[i] = sum / channels;
  }
  return { sampleRate, duration: samples.length / sampleRate, samples };
}

function sampleReader(tag: number, bits: number, data: BytesReader): ((at: number) => number) | undefined {
  const signed = (value: number, of: number): number => (value >= of / 2 ? value - of : value) / (of / 2);
  const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
  if (tag === 3 && bits === 32) return (at) => finite(data.f32(at, true) ?? 0);
  if (tag === 3 && bits === 64) return (at) => finite(data.f64(at, true) ?? 0);
  if (tag !== 1) return undefined;
  if (bits === 8) return (at) => ((data.u8(at) ?? 128) - 128) / 128;
  if (bits === 16) return (at) => signed(data.u16(at, true) ?? 0, 2 ** 16);
  if (bits === 24) return (at) => signed((data.u8(at) ?? 0) + (data.u16(at + 1, true) ?? 0) * 256, 2 ** 24);
  if (bits === 32) return (at) => signed(data.u32(at, true) ?? 0, 2 ** 32);
  return undefined;
}
