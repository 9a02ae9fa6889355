import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { z } from 'zod';
import type { Picture, Speech, Transcript, Transcription } from '../backend.ts';
import { fromBase64 } from '../base64.ts';
import { parseJson, quote } from '../json.ts';
import { checkMediaType, getMediaType, wavDuration } from '../media-type.ts';
import { ModelError } from '../model-error.ts';
import { providerName } from './generate.ts';
import { errorInPiece, errorOfAnswer } from './upstream-error.ts';

/** An upstream, and how it is reached. */
interface Server {
  /** Without trailing slashes. */
  readonly base: string;
  /** Headers of every request to it, the key among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
}

/** A model of the AI SDK for pictures. */
type ImageModel = ReturnType<OpenAICompatibleProvider['imageModel']>;

/**
 * Requests a picture from a model of the AI SDK. Its size is up to the upstream. Its type is checked; many servers
 * support PNG only, so a JPEG is converted from that.
 *
 * @throws ModelError; the signal's reason
 */
export async function draw(
  model: ImageModel,
  { prompt, negativePrompt, width, height, mediaType, seed }: Picture,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const more = {
    response_format: 'b64_json',
    ...(mediaType === 'image/jpeg' && { output_format: 'jpeg' }),
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
    ...(seed !== undefined && { seed }),
  };
  const asked = {
    prompt,
    n: 1,
    size: `${width}x${height}` as const,
    providerOptions: { [providerName]: more },
    // Other options of the SDK, which must be there.
    ...{ aspectRatio: undefined, seed: undefined, files: undefined, mask: undefined },
  };
  const { images } = await model.doGenerate({ ...asked, abortSignal: signal });
  const [image = ''] = images;
  const bytes = typeof image === 'string' ? fromBase64(image) : image;
  const isOther = mediaType === 'image/jpeg' && getMediaType(bytes) === 'image/png';
  return isOther ? toJpeg(bytes) : checkMediaType(bytes, mediaType);
}

/** @throws ModelError for an unsuccessful response */
async function post(
  server: Server,
  path: string,
  body: object | FormData,
  signal: AbortSignal,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await server.fetch(`${server.base}${path}`, {
    method: 'POST',
    headers: { ...server.headers, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw errorOfAnswer(response.status, await response.text());
  return response;
}

/** @throws ModelError `malformed` if it is invalid; its error if it is one */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  const value = parseJson(text);
  if (value === undefined) {
    throw new ModelError('malformed', `The upstream did not answer with JSON: ${quote(text)}`);
  }
  const error = errorInPiece(value);
  if (error) throw error;
  return value;
}

async function toJpeg(png: Uint8Array): Promise<Uint8Array> {
  try {
    const { encodePicture, readPicture } = await import('../picture-codec.ts');
    return await encodePicture(await readPicture(png), 'image/jpeg');
  } catch (cause) {
    throw new ModelError('malformed', `The upstream answered with a PNG that cannot be read: ${cause}`, {
      cause,
    });
  }
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
  server: Server,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const format = mediaType === 'audio/wav' ? 'wav' : 'mp3';
  const asked = { model, input: text, voice, response_format: format };
  const response = await post(server, '/audio/speech', asked, signal);
  return checkMediaType(new Uint8Array(await response.arrayBuffer()), mediaType);
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
  server: Server,
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
  const response = await post(server, '/audio/transcriptions', form, signal);
  const parsed = transcriptSchema.safeParse(await readJson(response));
  if (!parsed.success) {
    const why = z.prettifyError(parsed.error);
    throw new ModelError('malformed', `The upstream answered without a transcript: ${why}`);
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
