import { ApiError } from '../../../../spec/errors.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { UploadedBody } from '../../../api/call.ts';

/** Members of the query that speak to the endpoint and not to the model. */
const ofEndpoint: ReadonlySet<string> = new Set(['queueRequest']);

/** The member that holds the bytes, and the family of media types that fits, by the task of a model. */
const bytesMembers: Readonly<
  Partial<Record<ModelEntry['task'], { readonly member: string; readonly family: string }>>
> = {
  'Image Classification': { member: 'image', family: 'image' },
  'Object Detection': { member: 'image', family: 'image' },
  'Image-to-Text': { member: 'image', family: 'image' },
  'Automatic Speech Recognition': { member: 'audio', family: 'audio' },
  'Voice Activity Detection': { member: 'audio', family: 'audio' },
};

/** Types that say nothing, or that recorders give to sound without pictures. */
const anyBytes: ReadonlySet<string> = new Set(['application/octet-stream', 'video/webm', 'video/mp4']);

/**
 * The input of a model from a body that is no JSON: the bytes of a picture or a recording, or the fields and
 * files of a form. The query tells the rest, as options of a bare body have no other place.
 *
 * @param query as it was parsed; `queueRequest` is left out
 * @throws ApiError `model-input-media` for a body that the model does not take, `run-body-missing` for an empty one
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
  // The one model that is told the type of its bytes has them in an object.
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

/** Fields as texts, files as they are; a name that comes again becomes a list. */
function getFields(form: FormData): Record<string, unknown> {
  const names = new Set(form.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const [first, ...others] = form.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** The query as an input holds it: a text stays one where the model wants no number or truth there. */
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
