import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { describe, expect, test } from 'vitest';
import { wavDuration } from '../../../engines/models/media-type.ts';
import { perform, scripted, toBytes } from './testing/perform.ts';

const text = 'The quick brown fox jumps over the lazy dog.';
/** 60 ms for each character. */
const seconds = text.length * 0.06;
const aura = '@cf/deepgram/aura-1';

async function readFlac(bytes: Uint8Array) {
  const decoder = new FLACDecoder();
  await decoder.ready;
  const decoded = await decoder.decodeFile(bytes);
  decoder.free();
  return decoded;
}

/** The header of a WAV file. */
function wavHead(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    tag: view.getUint16(20, true),
    channels: view.getUint16(22, true),
    sampleRate: view.getUint32(24, true),
    bits: view.getUint16(34, true),
    seconds: wavDuration(bytes),
  };
}

describe('models that speak', () => {
  test.each([
    [{ encoding: 'linear16' }, 1, 24_000, 16],
    [{ encoding: 'linear16', container: 'wav', sample_rate: 16_000 }, 1, 16_000, 16],
    [{ encoding: 'mulaw' }, 7, 8000, 8],
    [{ encoding: 'mulaw', sample_rate: 16_000 }, 7, 16_000, 8],
    [{ encoding: 'alaw', container: 'wav' }, 6, 8000, 8],
  ])('return a WAV file for %j', async (asked, tag, sampleRate, bits) => {
    const { bytes, mediaType } = await toBytes(aura, { text, ...asked });
    expect(mediaType).toBe('audio/wav');
    const { seconds: actual, ...head } = wavHead(bytes);
    expect(head).toEqual({ tag, channels: 1, sampleRate, bits });
    expect(actual).toBeCloseTo(seconds, 2);
  });

  test.each([
    ['linear16', 'audio/l16;rate=8000;channels=1', 2],
    ['mulaw', 'audio/basic', 1],
    ['alaw', 'audio/pcma;rate=8000', 1],
  ])('return raw samples of %s', async (encoding, type, size) => {
    const asked = { text, encoding, container: 'none', sample_rate: 8000 };
    const { bytes, mediaType } = await toBytes(aura, asked);
    expect(mediaType).toBe(type);
    expect(bytes.length / size / 8000).toBeCloseTo(seconds, 2);
  });

  test('return raw little-endian samples, as in the WAV file', async () => {
    const asked = { text, encoding: 'linear16' };
    const bare = await toBytes(aura, { ...asked, container: 'none' });
    const wav = await toBytes(aura, asked);
    expect(wav.bytes.subarray(44)).toEqual(bare.bytes);
  });

  test.each([undefined, 48_000])('return FLAC with the same samples as WAV, at %j Hz', async (rate) => {
    const asked = rate === undefined ? {} : { sample_rate: rate };
    const { bytes, mediaType } = await toBytes(aura, { text, encoding: 'flac', ...asked });
    expect(mediaType).toBe('audio/flac');
    const { channelData, sampleRate, samplesDecoded, errors } = await readFlac(bytes);
    expect(errors).toEqual([]);
    expect(sampleRate).toBe(rate ?? 22_050);
    expect(samplesDecoded / sampleRate).toBeCloseTo(seconds, 2);
    const bare = await toBytes(aura, {
      text,
      encoding: 'linear16',
      container: 'none',
      sample_rate: sampleRate,
    });
    const samples = new Int16Array(bare.bytes.buffer);
    const read = channelData[0] ?? new Float32Array();
    expect(read.length).toBe(samples.length);
    const differences = read.map((sample, index) => Math.abs(sample * 32_767 - (samples[index] ?? 0)));
    expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThanOrEqual(1);
  });

  test.each([
    [{ encoding: 'opus' }, /Speech in opus is not supported/],
    [{ encoding: 'aac' }, /Speech in aac is not supported/],
    [{ encoding: 'mp3', container: 'wav' }, /container none, not wav/],
    [{ encoding: 'linear16', container: 'ogg' }, /container wav or none, not ogg/],
    [{ encoding: 'mp3', sample_rate: 1 }, /sample rate is 1/],
    [{ encoding: 'linear16', sample_rate: 1 }, /sample rate is 1/],
  ])('refuse %j', async (asked, message) => {
    await expect(perform(aura, { text, ...asked })).rejects.toMatchObject({
      reason: 'bad-input',
      message: expect.stringMatching(message),
    });
  });

  test('resample a voice that ignores the rate', async () => {
    const speak: typeof scripted.speak = (model, request, signal) =>
      scripted.speak(model, { ...request, sampleRate: 44_100 }, signal);
    const answer = await perform(
      aura,
      { text, encoding: 'linear16', sample_rate: 16_000 },
      { backend: { ...scripted, speak } },
    );
    expect(answer.kind).toBe('bytes');
    if (answer.kind === 'bytes') {
      expect(wavHead(answer.bytes)).toMatchObject({
        sampleRate: 16_000,
        seconds: expect.closeTo(seconds, 2),
      });
    }
  });
});
