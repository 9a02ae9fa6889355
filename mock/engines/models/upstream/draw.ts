import type { Picture } from '../backend.ts';
import { fromBase64 } from '../base64.ts';
import { isRecord, wordOf } from '../json.ts';
import { ModelError } from '../model-error.ts';
import { checkMediaType, mediaTypeOf } from './media-type.ts';
import type { Transport } from './transport.ts';

/**
 * Asks `/images/generations` for a picture. Its size is the upstream's word; its type is checked, and many
 * servers know PNG only, so where JPEG is wanted it is made of that.
 *
 * @param model as it is called upstream
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
  const isOther = mediaType === 'image/jpeg' && mediaTypeOf(bytes) === 'image/png';
  return isOther ? toJpeg(bytes) : checkMediaType(bytes, mediaType);
}

/** The picture as base64, or from where it is said to be. */
async function readPicture(answer: unknown, transport: Transport, signal: AbortSignal): Promise<Uint8Array> {
  const items = isRecord(answer) ? answer['data'] : undefined;
  const item: unknown = Array.isArray(items) ? items[0] : undefined;
  const encoded = isRecord(item) ? wordOf(item['b64_json']) : undefined;
  if (encoded !== undefined) return fromBase64(encoded);
  const url = isRecord(item) ? (wordOf(item['url']) ?? '') : '';
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
      `The upstream answered with a PNG that cannot be read: ${messageOf(cause)}`,
      {
        cause,
      },
    );
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
