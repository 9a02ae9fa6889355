import { FLACDecoder } from '@wasm-audio-decoders/flac';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { crc8, crc16, encodeFlac } from './flac.ts';
import { readPcm, resample, toALaw, toMuLaw } from './read-pcm.ts';
import { wavFile } from './wav-file.ts';

const digits = new TextEncoder().encode('123456789');

/** The largest difference between the samples read, from -1 to 1, and those written. */
function farthest(read: Float32Array = new Float32Array(), written: Int16Array): number {
  expect(read.length).toBe(written.length);
  return read.reduce(
    (most, sample, index) => Math.max(most, Math.abs(sample * 32_767 - (written[index] ?? 0))),
    0,
  );
}

/** The decoders of G.711, by its tables of segments. */
function ofMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
}
function ofALaw(code: number): number {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const step = ((bits & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

describe('companding', () => {
  test.each([
    ['µ-law', toMuLaw, ofMuLaw],
    ['A-law', toALaw, ofALaw],
  ])('in %s keeps a sample within a sixteenth, and its sign', (_, encode, decode) => {
    fc.assert(
      fc.property(fc.integer({ min: -32_768, max: 32_767 }), (sample) => {
        const [code = 0] = encode(Int16Array.of(sample));
        const decoded = decode(code);
        expect(Math.abs(decoded - sample)).toBeLessThanOrEqual(Math.abs(sample) / 16 + 16);
      }),
    );
  });

  test.each([
    ['µ-law', toMuLaw, ofMuLaw],
    ['A-law', toALaw, ofALaw],
  ])('in %s has one code for each value that it can represent', (_, encode, decode) => {
    for (let code = 0; code < 256; code++) {
      const value = decode(code);
      const [again = -1] = encode(Int16Array.of(value));
      // There are two zeros; either is correct.
      expect(decode(again) + 0).toBe(value + 0);
    }
  });

  test('has the silence of the recommendation', () => {
    expect([toMuLaw(Int16Array.of(0))[0], toALaw(Int16Array.of(0))[0]]).toEqual([0xff, 0xd5]);
  });
});

describe('checksums', () => {
  test('match the catalogue of checksums', () => {
    expect(crc8(digits)).toBe(0xf4);
    expect(crc16(digits)).toBe(0xfee8);
  });
});

describe('encodeFlac', () => {
  test.each([
    [0, 8000],
    [1, 16_000],
    [4095, 48_000],
    [4096, 65_535],
    [4097, 96_000],
    [20_000, 192_000],
  ])('writes %i samples of %i Hz that another library reads', async (size, rate) => {
    const samples = Int16Array.from({ length: size }, (_, index) => Math.round(32_767 * Math.sin(index / 7)));
    const file = encodeFlac({ samples, sampleRate: rate });
    const decoder = new FLACDecoder();
    await decoder.ready;
    const { channelData, sampleRate, errors } = await decoder.decodeFile(file);
    decoder.free();
    expect(errors).toEqual([]);
    expect(farthest(channelData[0], samples)).toBeLessThanOrEqual(1);
    if (size > 0) expect(sampleRate).toBe(rate);
  });

  test('numbers more frames than fit in a byte', async () => {
    const samples = new Int16Array(4096 * 2100);
    samples[samples.length - 1] = 77;
    const decoder = new FLACDecoder();
    await decoder.ready;
    const decoded = await decoder.decodeFile(encodeFlac({ samples, sampleRate: 48_000 }));
    decoder.free();
    expect(decoded.errors).toEqual([]);
    expect(decoded.samplesDecoded).toBe(samples.length);
    expect(Math.round((decoded.channelData[0]?.at(-1) ?? 0) * 32_768)).toBe(77);
  });
});

describe('readPcm', () => {
  const samples = Int16Array.of(1, -2, 300, -32_768);
  const file = wavFile(new Uint8Array(samples.buffer), { tag: 1, bits: 16, sampleRate: 8000 });

  test('reads the output of wavFile', () => {
    expect(readPcm(file)).toEqual({ samples, sampleRate: 8000 });
  });

  test('reads the first of two channels', () => {
    const stereo = file.slice();
    new DataView(stereo.buffer).setUint16(22, 2, true);
    expect(readPcm(stereo).samples).toEqual(Int16Array.of(1, 300));
  });

  test('reads a stream of undeclared length', () => {
    const stream = file.slice();
    new DataView(stream.buffer).setUint32(40, 0xffffffff, true);
    expect(readPcm(stream).samples).toEqual(samples);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['eight bits', wavFile(new Uint8Array(4), { tag: 1, bits: 8, sampleRate: 8000 })],
    ['floating point', wavFile(new Uint8Array(8), { tag: 3, bits: 32, sampleRate: 8000 })],
    ['a head alone', file.slice(0, 40)],
  ])('reads no sound of %s', (_, bytes) => {
    expect(() => readPcm(bytes)).toThrow(ModelError);
  });
});

describe('resample', () => {
  test('keeps the length in seconds and interpolates linearly', () => {
    const sound = { samples: Int16Array.of(0, 100, 200, 300), sampleRate: 4 };
    expect(resample(sound, 8).samples).toEqual(Int16Array.of(0, 50, 100, 150, 200, 250, 300, 300));
    expect(resample(sound, 2).samples).toEqual(Int16Array.of(0, 200));
    expect(resample(sound, 4).samples).toBe(sound.samples);
  });
});
