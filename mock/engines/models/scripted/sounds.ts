import { soundLimits } from '../../../../spec/engine-limits.ts';
import { fakerFrom } from '../../seeded/faker.ts';
import { createRandom, hashBytes, hashText } from '../../seeded/random.ts';
import type { Model, Speech, Transcript, Transcription } from '../backend.ts';
import { getMediaType, wavDuration } from '../media-type.ts';
import { ModelError } from '../model-error.ts';

/** Seconds of sound per character. */
const pace = 0.06;
/** Maximum length of a text, which is twenty minutes of sound. */
const longestText = soundLimits.transcriptCharacters;
const mostUtf8Bytes = 4;
const wavRates = { least: 4000, most: 192_000, usual: 24_000 };
const usualMp3Rate = 22_050;

/**
 * Makes a sound of 60 ms per character of a text, in mono: a WAV file with a hum (PCM, 16 bits) or a silent MP3 file.
 * The text is in the tags of the file, where {@link transcribe} finds it.
 *
 * @throws ModelError (bad-input) for an empty text, one of more than 20,000 characters, and sample rates that the
 * format does not support
 */
export function speak(seed: number, model: Model, request: Speech): Uint8Array {
  const { voice = '', mediaType } = request;
  const text = request.text.toWellFormed();
  const length = [...text].length;
  if (length === 0) throw new ModelError('bad-input', 'The text to speak is empty.');
  if (length > longestText)
    throw new ModelError(
      'bad-input',
      `The text has ${length} characters; at most ${longestText} are allowed.`,
    );
  const seconds = length * pace;
  if (mediaType === 'audio/mpeg') return mp3File(text, seconds, request.sampleRate ?? usualMp3Rate);
  const rate = request.sampleRate ?? wavRates.usual;
  if (!Number.isInteger(rate) || rate < wavRates.least || rate > wavRates.most)
    throw new ModelError(
      'bad-input',
      `The sample rate is ${rate}; WAV is made at ${wavRates.least} to ${wavRates.most} Hz.`,
    );
  return wavFile(text, hum(text, rate, hashText(`${model.id} ${voice}`, seed)), rate);
}

/** A triangular wave whose pitch changes with each character, and which pauses at spaces. */
function hum(text: string, rate: number, seed: number): Int16Array {
  const random = createRandom(seed);
  const base = random.whole(110, 220);
  const loudness = random.whole(2000, 4000);
  const characters = [...text];
  return Int16Array.from({ length: Math.round(characters.length * pace * rate) }, (_, index) => {
    const character = characters[Math.floor(index / (pace * rate))] ?? ' ';
    if (character.trim() === '') return 0;
    const period = Math.floor(rate / (base + ((character.codePointAt(0) ?? 0) % 32) * 4));
    return Math.round((loudness * Math.abs((2 * (index % period)) / period - 0.5) - loudness / 4) * 2);
  });
}

const utf8 = new TextEncoder();
/** The name of our tag in files. */
const tagName = 'transcript';

/** A file of chunks: the format, the samples, and a comment with the text. */
function wavFile(text: string, samples: Int16Array, rate: number): Uint8Array {
  const comment = utf8.encode(`${tagName}:${text}\0`);
  const padded = comment.length + (comment.length % 2);
  const file = new Uint8Array(44 + samples.length * 2 + 20 + padded);
  const view = new DataView(file.buffer);
  const name = (at: number, letters: string) => file.set(utf8.encode(letters), at);
  const size = (at: number, bytes: number) => view.setUint32(at, bytes, true);
  name(0, 'RIFF');
  size(4, file.length - 8);
  name(8, 'WAVEfmt ');
  size(16, 16);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  size(24, rate);
  size(28, rate * 2);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  name(36, 'data');
  size(40, samples.length * 2);
  for (const [index, sample] of samples.entries()) view.setInt16(44 + index * 2, sample, true);
  const list = 44 + samples.length * 2;
  name(list, 'LIST');
  size(list + 4, 12 + padded);
  name(list + 8, 'INFOICMT');
  size(list + 16, comment.length);
  file.set(comment, list + 20);
  return file;
}

/** MP3 by sample rate: version and rate as in the header of a frame, and samples per frame. */
const mp3Rates: ReadonlyMap<
  number,
  { readonly version: number; readonly rate: number; readonly samples: number }
> = new Map(
  [
    [3, 1152, [44_100, 48_000, 32_000]],
    [2, 576, [22_050, 24_000, 16_000]],
    [0, 576, [11_025, 12_000, 8000]],
  ].flatMap(([version, samples, rates]) =>
    (Array.isArray(rates) ? rates : []).map(
      (each, rate) => [each, { version: Number(version), rate, samples: Number(samples) }] as const,
    ),
  ),
);
const mp3Bitrate = 32_000;

/** Silent frames, with headers only, after an ID3 tag with the text. */
function mp3File(text: string, seconds: number, sampleRate: number): Uint8Array {
  const found = mp3Rates.get(sampleRate);
  if (found === undefined)
    throw new ModelError(
      'bad-input',
      `The sample rate is ${sampleRate}; MP3 has ${[...mp3Rates.keys()].toSorted((a, b) => a - b).join(', ')} Hz.`,
    );
  const { version, rate, samples } = found;
  const frame = new Uint8Array(Math.floor((samples / 8) * (mp3Bitrate / sampleRate)));
  // Layer III without a checksum; 32 kbit/s is number 1 in version 1, and 4 in the others; mono.
  frame.set([0xff, 0xe3 | (version << 3), ((version === 3 ? 1 : 4) << 4) | (rate << 2), 0xc0]);
  const tag = id3Tag(text);
  const count = Math.max(1, Math.round((seconds * sampleRate) / samples));
  const file = new Uint8Array(tag.length + count * frame.length);
  file.set(tag);
  for (let index = 0; index < count; index++) file.set(frame, tag.length + index * frame.length);
  return file;
}

function id3Tag(text: string): Uint8Array {
  const words = utf8.encode(`${tagName}\0${text}`);
  const header = (name: string, ...bytes: readonly number[]) => [...utf8.encode(name), ...bytes];
  return Uint8Array.from([
    ...header('ID3', 4, 0, 0, ...sevenBits(words.length + 11)),
    ...header('TXXX', ...sevenBits(words.length + 1), 0, 0, 3),
    ...words,
  ]);
}

const sevenBits = (size: number) => [21, 14, 7, 0].map((shift) => (size >>> shift) & 0x7f);

/**
 * Transcribes a file: the text that {@link speak} stored in its tags, else words derived from its bytes, deterministic,
 * for the duration of the file. A silent WAV file has none.
 *
 * @throws ModelError (bad-input) for unknown formats
 */
export function transcribe({ audio, language = 'en' }: Transcription): Transcript {
  const type = getMediaType(audio);
  if (type === undefined || !/^(?:audio|video)\//.test(type))
    throw new ModelError('bad-input', 'The audio is not a WAV, MP3, Ogg, FLAC, WebM or MP4 file.');
  const duration = getDuration(audio, type);
  const text = getTag(audio) ?? inventedSpeech(audio, type, duration);
  const parts = text.split(/\s+/).filter((word) => word !== '');
  const letters = parts.reduce((sum, word) => sum + word.length, 0);
  let spoken = 0;
  const words = parts.map((word) => {
    const start = (spoken / letters) * duration;
    spoken += word.length;
    return { word, start, end: (spoken / letters) * duration };
  });
  return { text, language, duration, words };
}

function getTag(audio: Uint8Array): string | undefined {
  const letters = (from: number, to: number) => String.fromCharCode(...audio.subarray(from, to));
  if (letters(0, 3) === 'ID3' && letters(21, 21 + tagName.length) === tagName) {
    const size = [14, 15, 16, 17].reduce((sum, at) => sum * 128 + (audio[at] ?? 0), 0);
    return getTranscript(audio.subarray(22 + tagName.length, 20 + size));
  }
  if (letters(0, 4) !== 'RIFF' || letters(36, 40) !== 'data') return undefined;
  const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
  const list = 44 + view.getUint32(40, true);
  if (letters(list, list + 4) !== 'LIST' || letters(list + 20, list + 20 + tagName.length) !== tagName)
    return undefined;
  return getTranscript(
    audio.subarray(list + 21 + tagName.length, list + 19 + view.getUint32(list + 16, true)),
  );
}

/** The part of a tag's text that {@link speak} could have written. */
function getTranscript(tag: Uint8Array): string {
  const text = new TextDecoder().decode(tag.subarray(0, longestText * mostUtf8Bytes));
  return [...text].slice(0, longestText).join('');
}

/** Bytes per second in files whose length is not determined. */
const bytesPerSecond = 16_000;
const mp3Bitrates = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  others: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** Duration of a file in seconds: of WAV by its header, of MP3 by its first frame, of others by their size. */
function getDuration(audio: Uint8Array, type: string): number {
  if (type === 'audio/wav') {
    const duration = wavDuration(audio);
    if (duration === undefined) throw new ModelError('bad-input', 'The audio is not a readable WAV file.');
    return duration;
  }
  if (type !== 'audio/mpeg') return audio.length / bytesPerSecond;
  const tagged =
    audio[0] === 0x49 ? 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (audio[at] ?? 0), 0) : 0;
  const isFirst = ((audio[tagged + 1] ?? 0) & 0x18) === 0x18;
  const bitrate = mp3Bitrates[isFirst ? 'first' : 'others'][(audio[tagged + 2] ?? 0) >> 4];
  return (audio.length - tagged) / (bitrate ? bitrate * 125 : bytesPerSecond);
}

/** Words per second of speech, and maximum words of a transcript. */
const wordsPerSecond = 2.5;
const mostWords = 50_000;

function inventedSpeech(audio: Uint8Array, type: string, duration: number): string {
  if (type === 'audio/wav' && audio.subarray(44).every((byte) => byte === 0)) return '';
  const count = Math.min(mostWords, Math.max(1, Math.floor(duration * wordsPerSecond)));
  return fakerFrom(hashBytes(audio)).lorem.words(count);
}
