import type { Model, Transcript, Transcription } from '../../backend.ts';
import { createRandom, hashBytes, hashText } from './hash.ts';
import type { MediaOptions } from './options.ts';
import { readSound } from './sound/read-sound.ts';

type Word = Transcript['words'][number];

/** What is heard where nobody knows what was said. */
const vocabulary = (
  'we have been talking about this for some time and there is more to say before the end of the day so let us begin ' +
  'with what matters most to people who listen every morning when they walk along the river and think of work home ' +
  'music weather numbers letters stories plans questions answers'
).split(' ');
/** Words of a second of talk. */
const pace = 2.5;
/** Words of a transcript of unknown speech, which are more than five hours. */
const maxWords = 50_000;
const defaultLanguage = 'en';

/**
 * Hears what is said in a file. What `speak` has said comes back word for word, with the times it was said at. Of
 * other sound nobody knows, so a text is made up from the bytes, always the same one, in as many words as fit into
 * the file's real duration; a WAV file of silence has no words.
 *
 * @throws {ModelError} `bad-input` for what is no readable WAV, MP3, Ogg, FLAC, WebM or MP4 file.
 * @example
 * const wav = await speak(options, model, { text: 'Good morning', mediaType: 'audio/wav' });
 * const { text } = await transcribe(options, model, { audio: wav }); // Good morning
 */
export async function transcribe(
  options: MediaOptions,
  model: Model,
  request: Transcription,
): Promise<Transcript> {
  const { duration, codePoints, isSilent } = readSound(request.audio);
  const language = request.language ?? defaultLanguage;
  if (codePoints !== undefined) {
    const characters = codePoints.map((codePoint) => String.fromCodePoint(codePoint));
    return { text: characters.join(''), language, duration, words: spokenWords(characters, duration) };
  }
  const words = isSilent
    ? []
    : inventWords(hashBytes(request.audio, hashText(model.id, options.seed)), duration);
  return { text: words.map(({ word }) => word).join(' '), language, duration, words };
}

/** Words of a text in which each character takes the same time. */
function spokenWords(characters: readonly string[], duration: number): readonly Word[] {
  const time = (index: number): number => (index / characters.length) * duration;
  const words: Word[] = [];
  let start = 0;
  for (let i = 0; i <= characters.length; i++) {
    const character = characters[i];
    if (character !== undefined && !/\s/u.test(character)) continue;
    if (i > start)
      words.push({ word: characters.slice(start, i).join(''), start: time(start), end: time(i) });
    start = i + 1;
  }
  return words;
}

/** Words for so many seconds, each with a little pause after it. */
function inventWords(seed: number, duration: number): readonly Word[] {
  const random = createRandom(seed);
  const count = duration === 0 ? 0 : Math.min(maxWords, Math.max(1, Math.floor(duration * pace)));
  const time = duration / Math.max(1, count);
  return Array.from({ length: count }, (_, i) => {
    const word = vocabulary[random.below(vocabulary.length)] ?? '';
    // From 60 to 95 percent of its part of the time.
    const length = (time * (60 + random.below(36))) / 100;
    return { word, start: i * time, end: Math.min(duration, i * time + length) };
  });
}
