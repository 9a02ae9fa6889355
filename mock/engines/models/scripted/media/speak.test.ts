import fc from 'fast-check';
import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, test } from 'vitest';
import type { Speech } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { hashBytes } from './hash.ts';
import { mp3SampleRates } from './sound/mp3-frame.ts';
import { speak } from './speak.ts';

const options = { seed: 1 };
const model = { id: '@cf/deepgram/aura-1' };
const sentence = 'The quick brown fox jumps over the lazy dog.';

interface Heard {
  readonly sampleRate: number;
  readonly seconds: number;
  readonly peak: number;
}

/** Reads what the head of a WAV file says, at the places where the simplest form of it has them. */
function readWav(bytes: Uint8Array): Heard {
  const view = new DataView(bytes.buffer);
  const ascii = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  expect([ascii(0), ascii(8), ascii(12), ascii(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  // PCM, one channel, 16 bits.
  expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint16(34, true)]).toEqual([1, 1, 16]);
  const [sampleRate, size] = [view.getUint32(24, true), view.getUint32(40, true)];
  expect(size).toBe(bytes.length - 44);
  let peak = 0;
  for (let at = 44; at < bytes.length; at += 2)
    peak = Math.max(peak, Math.abs(view.getInt16(at, true)) / 32768);
  return { sampleRate, seconds: size / 2 / sampleRate, peak };
}

/** Decodes an MP3 file by another library. */
async function readMp3(bytes: Uint8Array): Promise<Heard> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { sampleRate, samplesDecoded, channelData, errors } = decoder.decode(bytes);
  decoder.free();
  expect(errors).toEqual([]);
  const peak = (channelData[0] ?? new Float32Array(0)).reduce(
    (most, sample) => Math.max(most, Math.abs(sample)),
    0,
  );
  return { sampleRate, seconds: samplesDecoded / sampleRate, peak };
}

async function hear(request: Speech): Promise<Heard> {
  const bytes = await speak(options, model, request);
  return request.mediaType === 'audio/wav' ? readWav(bytes) : readMp3(bytes);
}

describe('speak', () => {
  test.each(['audio/wav', 'audio/mpeg'] as const)(
    'makes %s of 60 ms for each character within a fifth, that other readers read',
    async (mediaType) => {
      const texts = fc
        .string({ unit: 'grapheme-composite', minLength: 1, maxLength: 60 })
        .map((text) => text.toWellFormed());
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const { seconds, sampleRate, peak } = await hear({ text, mediaType });
          const perCharacter = seconds / [...text].length;
          expect(perCharacter).toBeGreaterThanOrEqual(0.048);
          expect(perCharacter).toBeLessThanOrEqual(0.072);
          expect(sampleRate).toBe(mediaType === 'audio/wav' ? 24_000 : 22_050);
          expect(peak).toBeGreaterThan(0.05);
          expect(peak).toBeLessThan(1);
        }),
        { numRuns: 50 },
      );
    },
  );

  test.each(mp3SampleRates)('makes MP3 at %i Hz', async (sampleRate) => {
    for (const text of ['a', 'ab', 'abc', 'hello', sentence]) {
      const heard = await hear({ text, mediaType: 'audio/mpeg', sampleRate });
      expect(heard.sampleRate).toBe(sampleRate);
      expect(Math.abs(heard.seconds / text.length - 0.06)).toBeLessThanOrEqual(0.012 + 1e-9);
    }
  });

  test.each([8000, 11_025, 16_000, 44_100, 48_000, 192_000])('makes WAV at %i Hz', async (sampleRate) => {
    const heard = await hear({ text: sentence, mediaType: 'audio/wav', sampleRate });
    expect(heard.sampleRate).toBe(sampleRate);
    expect(heard.seconds / sentence.length).toBeCloseTo(0.06, 4);
  });

  test.each(['audio/wav', 'audio/mpeg'] as const)(
    'is as loud as it may be at most, in %s',
    async (mediaType) => {
      for (let n = 0; n < 40; n++) {
        const { peak } = await hear({ text: sentence, mediaType, voice: `voice ${n}` });
        expect(peak).toBeGreaterThan(0.1);
        expect(peak).toBeLessThan(0.9);
      }
    },
  );

  test.each(['audio/wav', 'audio/mpeg'] as const)(
    'differs by text, voice, seed and model, in %s',
    async (mediaType) => {
      const files = await Promise.all([
        speak(options, model, { text: 'yes', mediaType }),
        speak(options, model, { text: 'yep', mediaType }),
        speak(options, model, { text: 'yes', mediaType, voice: 'luna' }),
        speak(options, model, { text: 'yes', mediaType, voice: 'orion' }),
        speak({ seed: 2 }, model, { text: 'yes', mediaType }),
        speak(options, { id: 'other' }, { text: 'yes', mediaType }),
      ]);
      expect(new Set(files.map((file) => hashBytes(file))).size).toBe(files.length);
    },
  );

  test.each([
    ['audio/wav', 2789465373],
    ['audio/mpeg', 2166306824],
  ] as const)('makes %s of bytes that are written down, on every runtime', async (mediaType, hash) => {
    expect(hashBytes(await speak(options, model, { text: sentence, mediaType, voice: 'luna' }))).toBe(hash);
  });

  test.each([
    ['an empty text', { text: '', mediaType: 'audio/wav' }, 'empty'],
    [
      'a text of too many characters',
      { text: 'a'.repeat(20_001), mediaType: 'audio/mpeg' },
      '20001 characters',
    ],
    ['WAV of 4000 Hz', { text: 'a', mediaType: 'audio/wav', sampleRate: 4000 }, '8000 to 192000'],
    ['WAV of half a sample', { text: 'a', mediaType: 'audio/wav', sampleRate: 8000.5 }, '8000.5'],
    ['MP3 of 40000 Hz', { text: 'a', mediaType: 'audio/mpeg', sampleRate: 40_000 }, '44100'],
  ] as const)('refuses %s', async (_, request, message) => {
    const failing = speak(options, model, request);
    await expect(failing).rejects.toThrow(ModelError);
    await expect(failing).rejects.toThrow(message);
  });
});
