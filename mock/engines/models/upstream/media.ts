import { z } from 'zod';
import type { Picture, Speech, Transcript, Transcription } from '../backend.ts';
import { fromBase64 } from '../base64.ts';
import { getWord, isRecord } from '../json.ts';
import { checkMediaType, getMediaType, wavDuration } from '../media-type.ts';
import { ModelError } from '../model-error.ts';
import { parseAnswer, type Transport } from './transport.ts';

/**
 * Requests a picture from `/images/generations`. Its size is up to the upstream. Its type is checked; many servers
 * support PNG only, so a JPEG is converted from that.
 *
 * @param model its name upstream
 * @throws ModelError; the signal's reason
 */
export async function draw(
  model: string,
  { prompt, negativePrompt, width, height, mediaType, seed }: Picture,
  transport: Transport,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await transport.postForJson(
    '/images/generations',
    {
      model,
      prompt,
      n: 1,
      size: `${width}x${height}`,
      response_format: 'b64_json',
      ...(mediaType === 'image/jpeg' && { output_format: 'jpeg' }),
      ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
      ...(seed !== undefined && { seed }),
    },
    signal,
  );
  const bytes = await readPicture(answer, transport, signal);
  const isOther = mediaType === 'image/jpeg' && getMediaType(bytes) === 'image/png';
  return isOther ? toJpeg(bytes) : checkMediaType(bytes, mediaType);
}

/** The picture as base64, or downloaded from its URL. */
async function readPicture(answer: unknown, transport: Transport, signal: AbortSignal): Promise<Uint8Array> {
  const items = isRecord(answer) ? answer['data'] : undefined;
  const item: unknown = Array.isArray(items) ? items[0] : undefined;
  const encoded = isRecord(item) ? getWord(item['b64_json']) : undefined;
  if (encoded !== undefined) return fromBase64(encoded);
  const url = isRecord(item) ? (getWord(item['url']) ?? '') : '';
  const inline = /^data:[^,]{0,200};base64,/.exec(url)?.[0];
  if (inline !== undefined) return fromBase64(url.slice(inline.length));
  if (URL.canParse(url) && /^https?:/.test(url)) return (await transport.get(url, signal)).bytes;
  throw new ModelError('malformed', 'The upstream answered without a picture.');
}

async function toJpeg(png: Uint8Array): Promise<Uint8Array> {
  try {
    const { encodePicture, readPicture } = await import('../picture-codec.ts');
    return await encodePicture(await readPicture(png), 'image/jpeg');
  } catch (cause) {
    throw new ModelError(
      'malformed',
      `The upstream answered with a PNG that cannot be read: ${getMessage(cause)}`,
      {
        cause,
      },
    );
  }
}

function getMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The voice that all servers of this interface know. */
const DEFAULT_VOICE = 'alloy';

/**
 * Requests sound from `/audio/speech`. The interface has no sample rate: the upstream chooses it.
 *
 * @param model its name upstream
 * @throws ModelError; the signal's reason
 */
export async function speak(
  model: string,
  { text, voice = DEFAULT_VOICE, mediaType }: Speech,
  transport: Transport,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await transport.postForBytes(
    '/audio/speech',
    { model, input: text, voice, response_format: mediaType === 'audio/wav' ? 'wav' : 'mp3' },
    mediaType,
    signal,
  );
  // An error with a success status.
  if (answer.mediaType === 'application/json') parseAnswer(new TextDecoder().decode(answer.bytes));
  return checkMediaType(answer.bytes, mediaType);
}

const seconds = z.number().min(0);

/** The servers' response: many leave out everything but the text. */
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
 * Requests a text with its words from `/audio/transcriptions`. If the upstream does not give the time of each word, the
 * words share the time of their segment, or of the whole, by their lengths.
 *
 * @param model its name upstream
 * @throws ModelError; the signal's reason
 */
export async function transcribe(
  model: string,
  { audio, language }: Transcription,
  transport: Transport,
  signal: AbortSignal,
): Promise<Transcript> {
  const mediaType = getMediaType(audio) ?? 'application/octet-stream';
  const form = new FormData();
  // A copy, because a Blob accepts no shared memory.
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
      `The upstream answered without a transcript: ${z.prettifyError(parsed.error)}`,
      {
        cause: parsed.error,
      },
    );
  }
  const answer = parsed.data;
  const duration = getDuration(answer, audio);
  return {
    text: answer.text.trim(),
    language: answer.language ?? language ?? 'en',
    duration,
    words: toWords(answer, duration),
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

function getDuration({ duration, words, segments }: Answer, audio: Uint8Array): number {
  return duration ?? wavDuration(audio) ?? words?.at(-1)?.end ?? segments?.at(-1)?.end ?? 0;
}

function toWords({ words, segments, text }: Answer, duration: number): readonly Word[] {
  if (words && words.length > 0) return words;
  if (segments && segments.length > 0) {
    return segments.flatMap((segment) => spread(segment.text, segment.start, segment.end));
  }
  return duration > 0 ? spread(text, 0, duration) : [];
}

/** Words of a text, each with a duration by its share of the letters. */
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
