import { ApiError } from '../../../../spec/errors.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { UploadedBody } from '../../../api/call.ts';

/** Members of the query for the endpoint, not for the model. */
const ofEndpoint: ReadonlySet<string> = new Set(['queueRequest']);

/** The member for the bytes, and the matching family of media types, by the task of a model. */
const bytesMembers: Readonly<
  Partial<Record<ModelEntry['task'], { readonly member: string; readonly family: string }>>
> = {
  'Image Classification': { member: 'image', family: 'image' },
  'Object Detection': { member: 'image', family: 'image' },
  'Image-to-Text': { member: 'image', family: 'image' },
  'Automatic Speech Recognition': { member: 'audio', family: 'audio' },
  'Voice Activity Detection': { member: 'audio', family: 'audio' },
};

/** Generic types, or those that recorders use for sound without pictures. */
const anyBytes: ReadonlySet<string> = new Set(['application/octet-stream', 'video/webm', 'video/mp4']);

/**
 * The input of a model from a body that is no JSON: the bytes of a picture or a recording, or the fields and files of a
 * form. The query has the options, since a raw body can't.
 *
 * @param query as parsed; `queueRequest` is left out
 * @throws ApiError `model-input-media` for a body that the model does not support, `run-body-missing` for an empty one
 *
 * @example
 * inputOfUpload(whisper, { type: 'bytes', bytes, mediaType: 'audio/mpeg' }, {}) // { audio: bytes }
 */
export function inputOfUpload(
  model: ModelEntry,
  upload: UploadedBody,
  query: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  if (upload.type !== model.extraBody) throw wrongMedia(model, upload);
  if (upload.bytes.length === 0) throw new ApiError('run-body-missing', { what: 'the body is empty' });
  const options = toOptions(query, model);
  if (upload.type === 'multipart') return { ...options, ...getFields(upload.form) };
  const { bytes, mediaType } = upload;
  const place = bytesMembers[model.task];
  const type = essence(mediaType);
  if (place === undefined || !(type.startsWith(`${place.family}/`) || anyBytes.has(type))) {
    throw wrongMedia(model, upload);
  }
  // This is the only model whose input includes the type of the bytes, in an object.
  const value = model.answer === 'deepgram-transcript' ? { body: bytes, contentType: mediaType } : bytes;
  return { ...options, [place.member]: value };
}

function wrongMedia(model: ModelEntry, upload: UploadedBody): ApiError {
  const value = upload.type === 'multipart' ? 'multipart/form-data' : essence(upload.mediaType);
  return new ApiError('model-input-media', { model: model.id, value, expected: getExpected(model) });
}

function getExpected({ extraBody, task }: ModelEntry): string {
  if (extraBody === 'multipart') return 'application/json or multipart/form-data';
  const family = extraBody === 'bytes' ? bytesMembers[task]?.family : undefined;
  return family === undefined
    ? 'application/json'
    : `application/json, application/octet-stream or ${family}/*`;
}

/** A media type without its parameters. */
function essence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Fields as texts, files as they are; a repeated name becomes a list. */
function getFields(form: FormData): Record<string, unknown> {
  const names = new Set(form.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const [first, ...others] = form.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** The query as input values: a text stays text unless the model takes a number or boolean there. */
function toOptions(query: Readonly<Record<string, unknown>>, { input }: ModelEntry): Record<string, unknown> {
  const sent = Object.entries(query).filter(([name]) => !ofEndpoint.has(name));
  const read = Object.fromEntries(sent.map(([name, value]) => [name, readValue(value)]));
  const { error } = input.safeParse(read);
  const misread = new Set(error?.issues.map(({ path }) => path[0]));
  return Object.fromEntries(sent.map(([name, value]) => [name, misread.has(name) ? value : read[name]]));
}

function readValue(text: unknown): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return typeof text === 'string' && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
