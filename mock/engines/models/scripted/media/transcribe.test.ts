import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Transcript } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { createRandom } from './hash.ts';
import { mp3SampleRates } from './sound/mp3-frame.ts';
import { decodeWav, encodeWav } from './sound/wav.ts';
import { speak } from './speak.ts';
import { transcribe } from './transcribe.ts';

const options = { seed: 1 };
const model = { id: '@cf/openai/whisper' };
const sentence = 'Good morning,  Zoë! 東京は晴れ 😀.';

function hear(audio: Uint8Array, language?: string): Promise<Transcript> {
  return transcribe(options, model, language === undefined ? { audio } : { audio, language });
}

/** Samples of a file of speech. */
async function samplesOf(text: string, sampleRate: number): Promise<Float64Array> {
  const wav = decodeWav(await speak(options, model, { text, mediaType: 'audio/wav', sampleRate }));
  return wav?.samples ?? new Float64Array(0);
}

/** A WAV file of any form, from samples of one channel. */
function wavFile(
  samples: Float64Array,
  form: { tag: number; bits: number; channels: number; sampleRate: number; isStreamed?: boolean },
): Uint8Array {
  const { tag, bits, channels, sampleRate, isStreamed = false } = form;
  const width = bits / 8;
  const size = samples.length * channels * width;
  const bytes = new Uint8Array(56 + size);
  const view = new DataView(bytes.buffer);
  const ascii = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  ascii(0, 'RIFF____WAVEfmt ');
  view.setUint32(16, 16, true);
  for (const [at, value] of [
    [20, tag],
    [22, channels],
    [32, channels * width],
    [34, bits],
  ] as const) {
    view.setUint16(at, value, true);
  }
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * width, true);
  // A chunk of odd length that nobody knows, before the data.
  ascii(36, 'LIST');
  view.setUint32(40, 3, true);
  ascii(48, 'data');
  view.setUint32(52, isStreamed ? 0xffffffff : size, true);
  for (const [i, sample] of samples.entries()) {
    for (let channel = 0; channel < channels; channel++) {
      const at = 56 + (i * channels + channel) * width;
      if (tag === 3) bits === 32 ? view.setFloat32(at, sample, true) : view.setFloat64(at, sample, true);
      else if (bits === 8) view.setUint8(at, Math.round(sample * 127) + 128);
      else if (bits === 16) view.setInt16(at, Math.round(sample * 32767), true);
      else if (bits === 32) view.setInt32(at, Math.round(sample * 2147483647), true);
      else {
        const value = Math.round(sample * 8388607);
        view.setUint8(at, value & 255);
        view.setInt16(at + 1, value >> 8, true);
      }
    }
  }
  return bytes;
}

describe('transcribe', () => {
  test.each(['audio/wav', 'audio/mpeg'] as const)(
    'hears any text that was spoken as %s',
    async (mediaType) => {
      const rates = mediaType === 'audio/wav' ? [8000, 22_050, 24_000, 48_000] : mp3SampleRates;
      const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(texts, fc.string(), fc.constantFrom(...rates), async (text, voice, sampleRate) => {
          const audio = await speak(options, model, { text, voice, mediaType, sampleRate });
          expect((await hear(audio)).text).toBe(text.toWellFormed());
        }),
      );
    },
  );

  test.each(['audio/wav', 'audio/mpeg'] as const)(
    'says when each word was said, in %s',
    async (mediaType) => {
      const { words, duration, language } = await hear(
        await speak(options, model, { text: sentence, mediaType }),
        'de',
      );
      expect(language).toBe('de');
      expect(words.map(({ word }) => word)).toEqual(['Good', 'morning,', 'Zoë!', '東京は晴れ', '😀.']);
      expect(words[1]?.start).toBeCloseTo((5 / [...sentence].length) * duration, 9);
      expect(words.at(-1)?.end).toBeCloseTo(duration, 9);
      expect(Math.abs(duration / [...sentence].length - 0.06)).toBeLessThan(0.001);
    },
  );

  test.each([
    { tag: 1, bits: 8, channels: 1, sampleRate: 16_000 },
    { tag: 1, bits: 16, channels: 2, sampleRate: 44_100 },
    { tag: 1, bits: 24, channels: 1, sampleRate: 48_000 },
    { tag: 1, bits: 32, channels: 6, sampleRate: 24_000 },
    { tag: 3, bits: 32, channels: 2, sampleRate: 22_050 },
    { tag: 3, bits: 64, channels: 1, sampleRate: 8000 },
    { tag: 1, bits: 16, channels: 1, sampleRate: 24_000, isStreamed: true },
  ])('hears speech that was stored otherwise: %o', async (form) => {
    const samples = await samplesOf(sentence, form.sampleRate);
    expect((await hear(wavFile(samples, form))).text).toBe(sentence);
  });

  test('hears speech that is quiet, noisy and at half the rate', async () => {
    const random = createRandom(5);
    const samples = await samplesOf(sentence, 48_000);
    const worse = samples
      .filter((_, i) => i % 2 === 0)
      .map((sample) => sample * 0.2 + (random.below(1000) - 500) / 25_000);
    expect((await hear(encodeWav(worse, 24_000))).text).toBe(sentence);
  });

  test('hears the same in MP3 with tags around it', async () => {
    const mp3 = await speak(options, model, { text: sentence, mediaType: 'audio/mpeg' });
    const tag = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2, ...new Uint8Array(130)];
    const end = [0x54, 0x41, 0x47, ...new Uint8Array(125)];
    expect((await hear(Uint8Array.from([...tag, ...mp3, ...end]))).text).toBe(sentence);
  });

  test('makes a text up for other sound, the same each time and in its duration', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 800, max: 60_000 }), async (seed, length) => {
        const random = createRandom(seed);
        const audio = encodeWav(
          Float64Array.from({ length }, () => (random.below(2000) - 1000) / 1100),
          8000,
        );
        const { text, words, duration, language } = await hear(audio);
        expect(duration).toBeCloseTo(length / 8000, 9);
        expect(language).toBe('en');
        expect(words.length).toBe(Math.max(1, Math.floor((length / 8000) * 2.5)));
        expect(text).toBe(words.map(({ word }) => word).join(' '));
        let time = 0;
        for (const { start, end } of words) {
          expect(start).toBeGreaterThanOrEqual(time);
          expect(end).toBeGreaterThan(start);
          time = end;
        }
        expect(time).toBeLessThanOrEqual(duration);
        expect(await hear(audio)).toEqual({ text, words, duration, language });
      }),
      { numRuns: 30 },
    );
  });

  test('makes another text up for other bytes, seeds and models', async () => {
    const audio = encodeWav(new Float64Array(80_000).fill(0.5), 8000);
    const other = encodeWav(new Float64Array(80_000).fill(0.4), 8000);
    const texts = await Promise.all([
      hear(audio),
      hear(other),
      transcribe({ seed: 2 }, model, { audio }),
      transcribe(options, { id: 'other' }, { audio }),
    ]);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(4);
  });

  test('hears nothing in silence', async () => {
    const silence = await hear(encodeWav(new Float64Array(16_000), 8000));
    expect(silence).toMatchObject({ text: '', words: [], duration: 2 });
  });

  test.each([
    ['nothing', new Uint8Array(0)],
    ['text', new TextEncoder().encode('This is no sound at all, whatever it says it is.')],
    ['WAV without a format', new TextEncoder().encode('RIFF\0\0\0\0WAVEdata\0\0\0\0')],
    ['WAV without data', new TextEncoder().encode('RIFF\0\0\0\0WAVE')],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
    ['zeros', new Uint8Array(5000)],
  ])('refuses %s', async (_, audio) => {
    await expect(hear(audio)).rejects.toThrow(ModelError);
  });

  test.each(['audio/wav', 'audio/mpeg'] as const)(
    'refuses or reads %s with bytes changed, and does nothing else',
    async (mediaType) => {
      const good = await speak(options, model, { text: 'Good morning', mediaType });
      const places = fc.oneof(fc.nat(60), fc.nat(good.length - 1));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(places, fc.nat(255)), { minLength: 1 }),
          fc.nat(good.length),
          async (changes, length) => {
            const audio = good.slice(0, length);
            for (const [at, byte] of changes) audio[at] = byte;
            const heard = await hear(audio).catch((error: unknown) => error);
            if (heard instanceof ModelError) return;
            expect(heard).toMatchObject({ duration: expect.any(Number) });
          },
        ),
        { numRuns: 300 },
      );
    },
  );
});
