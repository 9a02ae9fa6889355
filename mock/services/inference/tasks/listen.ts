import type {
  DeepgramInput,
  WhisperInput,
  WhisperLargeInput,
} from '../../../../spec/services/inference/input/media.ts';
import type { Transcript } from '../../../engines/models/backend.ts';
import { inputBytes } from './input-bytes.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';

type Word = Transcript['words'][number];

/** The same confidence for every word, since the engine provides none. */
const confidence = 0.99;

/** Whisper: text, words and captions. */
export async function transcribe(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { audio, source_lang } = getInput<WhisperInput>(call);
  const transcript = await hear(call, audio, source_lang, signal);
  const { text, words } = transcript;
  return {
    kind: 'json',
    result: {
      text,
      word_count: words.length,
      vtt: webVtt(getSegments(transcript)),
      words: words.map(timed),
    },
    text,
  };
}

/**
 * The large Whisper: segments, captions and the detected language. With the task `translate` it writes English.
 */
export async function transcribeLarge(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { audio, language, task } = getInput<WhisperLargeInput>(call);
  const original = await hear(call, audio, language, signal);
  const transcript = task === 'translate' ? await inEnglish(call, original, signal) : original;
  const { text, words, duration } = transcript;
  const segments = getSegments(transcript);
  return {
    kind: 'json',
    result: {
      transcription_info: {
        language: original.language,
        language_probability: language === undefined ? confidence : 1,
        duration,
        duration_after_vad: duration,
      },
      text,
      word_count: words.length,
      segments: segments.map(({ words: spoken, ...segment }) => ({
        ...segment,
        temperature: 0,
        avg_logprob: Math.log(confidence),
        compression_ratio: 1,
        no_speech_prob: 1 - confidence,
        words: spoken.map(timed),
      })),
      vtt: webVtt(segments),
    },
    text,
  };
}

/** Deepgram: one alternative of one channel. */
export async function transcribeByChannel(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { audio, language } = getInput<DeepgramInput>(call);
  const { text, words } = await hear(call, audio, language, signal);
  const alternative = {
    transcript: text,
    confidence,
    words: words.map((word) => ({ ...timed(word), confidence })),
  };
  return { kind: 'json', result: { results: { channels: [{ alternatives: [alternative] }] } }, text };
}

function hear(
  { model, backend }: TaskCall,
  audio: unknown,
  language: string | undefined,
  signal: AbortSignal,
): Promise<Transcript> {
  const request = { audio: inputBytes(audio), ...(language !== undefined && { language }) };
  return backend.transcribe(engineModel(model), request, signal);
}

/** The transcript in English; its words share the time of the original. */
async function inEnglish(call: TaskCall, transcript: Transcript, signal: AbortSignal): Promise<Transcript> {
  if (transcript.language === 'en' || transcript.text === '') return transcript;
  const request = { text: transcript.text, from: transcript.language, to: 'en' };
  const text = await call.backend.translate(engineModel(call.model), request, signal);
  const words = text.split(/\s+/).filter((word) => word !== '');
  const time = transcript.duration / words.length;
  return {
    ...transcript,
    text,
    words: words.map((word, index) => ({ word, start: index * time, end: (index + 1) * time })),
  };
}

/** Times to the millisecond. */
function timed({ word, start, end }: Word): Word {
  return { word, start: milliseconds(start), end: milliseconds(end) };
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** A span of speech; times are in seconds. */
interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: Transcript['words'];
}

/** Most words and seconds of a segment that doesn't end with a sentence. */
const most = { words: 16, seconds: 10 } as const;

/**
 * Splits a transcript into segments: one for each sentence, or several for a long one.
 *
 * @example
 * getSegments(transcript) // [{ start: 0, end: 0.72, text: 'Good morning.', words: […] }]
 */
export function getSegments({ text, words, duration }: Transcript): readonly Segment[] {
  if (words.length === 0) return text === '' ? [] : [{ start: 0, end: round(duration), text, words: [] }];
  const segments: Segment[] = [];
  let begun: Transcript['words'][number][] = [];
  const end = () => {
    const [first, last] = [begun[0], begun.at(-1)];
    if (!first || !last) return;
    const joined = begun.map(({ word }) => word).join(' ');
    segments.push({ start: round(first.start), end: round(last.end), text: joined, words: begun });
    begun = [];
  };
  for (const word of words) {
    begun.push(word);
    const lasting = word.end - (begun[0]?.start ?? 0);
    const isLast = /[.!?…。！？]["'”»)]?$/u.test(word.word);
    if (isLast || begun.length >= most.words || lasting >= most.seconds) end();
  }
  end();
  return segments;
}

/** Times to the millisecond. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/**
 * Captions as WebVTT: one cue for each segment.
 *
 * @example
 * webVtt([{ start: 0, end: 1.5, text: 'Good morning', words: [] }])
 * // 'WEBVTT\n\n00:00.000 --> 00:01.500\nGood morning\n\n'
 */
export function webVtt(segments: readonly Segment[]): string {
  const cues = segments.map(
    ({ start, end, text }) => `${timestamp(start)} --> ${timestamp(end)}\n${escaped(text)}\n\n`,
  );
  return `WEBVTT\n\n${cues.join('')}`;
}

/** Hours appear only when they aren't zero. */
function timestamp(seconds: number): string {
  const total = Math.round(seconds * 1000);
  const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, '0');
  const hours = total >= 3_600_000 ? `${digits(total / 3_600_000, 2)}:` : '';
  return `${hours}${digits((total / 60_000) % 60, 2)}:${digits((total / 1000) % 60, 2)}.${digits(total % 1000, 3)}`;
}

/** Tags and escapes start with the first two, and `-->` would be parsed as times. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
