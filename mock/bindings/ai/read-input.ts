import type { AiRunOptions } from '../../../spec/services/inference/binding.ts';
import { isStream } from '../../../spec/value-kinds.ts';
import type { UploadedBody } from '../../call.ts';
import { isObject } from '../../is-object.ts';
import { AiInternalError } from './ai-error.ts';

/** The input of a run, with the one stream of it read. */
export interface ReadInput {
  /** As JSON holds it. */
  readonly input: unknown;
  readonly upload?: UploadedBody;
}

/**
 * Reads an input as the platform sends it: as JSON, or as the bytes of its one stream with the rest beside them.
 *
 * @throws AiInternalError for several streams, one without its type, and one that is to go through a gateway
 * @throws TypeError for what JSON can't hold
 */
export async function readInput(
  input: Readonly<Record<string, unknown>>,
  { gateway }: AiRunOptions,
): Promise<ReadInput> {
  const keys = isObject(input) ? Object.keys(input).filter((key) => streamOf(input[key])) : [];
  const [key] = keys;
  if (key === undefined) return { input: asJson(input) };
  if (keys.length > 1)
    throw new AiInternalError(
      `Multiple ReadableStreams are not supported. Found streams in keys: [${keys.join(', ')}]`,
    );
  if (gateway?.id) throw new AiInternalError('AI Gateway does not support ReadableStreams yet.');
  const { [key]: value, ...rest } = input;
  const mediaType = isObject(value) ? value['contentType'] : undefined;
  if (typeof mediaType !== 'string' || mediaType === '')
    throw new AiInternalError('Content-Type is required with ReadableStream inputs');
  const bytes = new Uint8Array(await new Response(streamOf(value)).arrayBuffer());
  return { input: asJson(rest), upload: await uploadOf(bytes, mediaType) };
}

function streamOf(value: unknown): ReadableStream | undefined {
  const body = isObject(value) && 'body' in value ? value['body'] : value;
  return isStream(body) ? body : undefined;
}

async function uploadOf(bytes: Uint8Array<ArrayBuffer>, mediaType: string): Promise<UploadedBody> {
  if (!/^multipart\/form-data\b/i.test(mediaType)) return { type: 'bytes', bytes, mediaType };
  const form = await new Response(bytes, { headers: { 'content-type': mediaType } }).formData();
  return { type: 'multipart', form, bytes };
}

/** What is left of a value on its way as JSON: an array of bytes is no list there, as on the platform. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}
