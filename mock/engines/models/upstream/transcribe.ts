import { z } from 'zod';
import type { Transcript, Transcription } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { mediaTypeOf } from './media-type.ts';
import type { Transport } from './transport.ts';
import { wavDuration } from './wav-duration.ts';

const seconds = z.number().min(0);

/** What servers answer: all but the text is left out by many. */
const transcriptSchema = z.object({
  text: z.string(),
  language: z.string().nullish(),
  duration: z.coerce.number().min(0).nullish(),
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })).nullish(),
  segments: z.array(z.object({ text: z.string(), start: seconds, end: seconds })).nullish(),
});
type Answer = z.infer<typeof transcriptSchema>;
type Word = Transcript['words'][number];

/**
 * Asks `/audio/transcriptions` for a text with its words. Where the upstream does not say when each word is
 * spoken, the words share the time of their segment, or that of the whole, by their lengths.
 *
 * @param model as it is called upstream
 * @throws ModelError; the signal's reason
 */
export async function transcribe(
  model: string,
  { audio, language }: Transcription,
  transport: Transport,
  signal: AbortSignal,
): Promise<Transcript> {
  const mediaType = mediaTypeOf(audio) ?? 'application/octet-stream';
  const form = new FormData();
  // A copy, because a Blob takes no bytes that may be shared.
  const file = new Blob([new Uint8Array(audio)], { type: mediaType });
  form.set('file', file, `audio.${EXTENSIONS[mediaType] ?? 'bin'}`);
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  if (language !== undefined) form.set('language', language);
  const parsed = transcriptSchema.safeParse(
    await transport.postForJson('/audio/transcriptions', form, signal),
  );
  if (!parsed.success) {
    throw new ModelError(
      'malformed',
      `The upstream answered with no transcript: ${z.prettifyError(parsed.error)}`,
      {
        cause: parsed.error,
      },
    );
  }
  const answer = parsed.data;
  const duration = durationOf(answer, audio);
  return {
    text: answer.text.trim(),
    language: answer.language ?? language ?? 'en',
    duration,
    words: wordsOf(answer, duration),
  };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
};

function durationOf({ duration, words, segments }: Answer, audio: Uint8Array): number {
  return duration ?? wavDuration(audio) ?? words?.at(-1)?.end ?? segments?.at(-1)?.end ?? 0;
}

function wordsOf({ words, segments, text }: Answer, duration: number): readonly Word[] {
  if (words && words.length > 0) return words;
  if (segments && segments.length > 0) {
    return segments.flatMap((segment) => spread(segment.text, segment.start, segment.end));
  }
  return duration > 0 ? spread(text, 0, duration) : [];
}

/** Words of a text, each as long as its share of the letters. */
function spread(text: string, start: number, end: number): readonly Word[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let position = 0;
  return words.map((word) => {
    const from = start + ((end - start) * position) / letters;
    position += word.length;
    return { word, start: from, end: start + ((end - start) * position) / letters };
  });
}
