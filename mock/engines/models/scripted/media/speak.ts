import type { Model, Speech } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { createRandom, hashTexts } from './hash.ts';
import type { MediaOptions } from './options.ts';
import { encodeMp3 } from './sound/mp3-code.ts';
import { mp3SampleRates } from './sound/mp3-frame.ts';
import { minSampleRate, modulate } from './sound/tone-code.ts';
import { encodeWav } from './sound/wav.ts';

/** Characters of a text, which are twenty minutes. */
const maxLength = 20_000;
const maxSampleRate = 192_000;
/** Samples a second of requests that do not say. */
const defaultRates = { 'audio/wav': 24_000, 'audio/mpeg': 22_050 };

/**
 * Speaks a text: 60 ms for each character (code point), as tones that say the text, so that {@link transcribe} hears
 * what was said. Voice, seed and model change what hums below. MP3 has whole frames, so its length is the nearest
 * number of those. Half surrogates are spoken as U+FFFD.
 *
 * @returns a WAV file (PCM, 16 bits) or an MP3 file of one channel, the same bytes on every runtime
 * @throws {ModelError} `bad-input` for an empty text, one of more than 20,000 characters, and sample rates that the
 *   format has not.
 * @example
 * const wav = await speak({ seed: 0 }, { id: 'm' }, { text: 'Good morning', mediaType: 'audio/wav' });
 * // 12 characters: 0.72 seconds
 */
export async function speak(options: MediaOptions, model: Model, request: Speech): Promise<Uint8Array> {
  const { text, voice = '', mediaType } = request;
  const codePoints = Array.from(text.toWellFormed(), (character) => character.codePointAt(0) ?? 0);
  if (codePoints.length === 0)
    throw new ModelError('bad-input', 'The text is empty: there is nothing to say.');
  if (codePoints.length > maxLength) {
    throw new ModelError(
      'bad-input',
      `The text has ${codePoints.length} characters; at most ${maxLength} are spoken.`,
    );
  }
  const sampleRate = request.sampleRate ?? defaultRates[mediaType];
  const random = createRandom(hashTexts([model.id, voice], options.seed));
  if (mediaType === 'audio/wav') {
    if (!Number.isInteger(sampleRate) || sampleRate < minSampleRate || sampleRate > maxSampleRate) {
      throw new ModelError(
        'bad-input',
        `The sample rate is ${sampleRate}; WAV is made at ${minSampleRate} to ${maxSampleRate} Hz.`,
      );
    }
    const hum = { pitch: 80 + random.below(20_000) / 100, loudness: 0.05 + random.below(64) / 1000 };
    return encodeWav(modulate(codePoints, sampleRate, hum), sampleRate);
  }
  if (mediaType !== 'audio/mpeg') {
    throw new ModelError('bad-input', `Speech is audio/wav or audio/mpeg, not ${mediaType}.`);
  }
  const file = encodeMp3(codePoints, sampleRate, random);
  if (file === undefined) {
    throw new ModelError(
      'bad-input',
      `The sample rate is ${sampleRate}; MP3 has ${mp3SampleRates.join(', ')} Hz.`,
    );
  }
  return file;
}
