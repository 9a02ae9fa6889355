import { findModel } from '../../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../../spec/services/inference/models/entry.ts';
import type { ModelBackend } from '../../../../engines/models/backend.ts';
import { encodePicture } from '../../../../engines/models/picture-codec.ts';
import { createScriptedBackend } from '../../../../engines/models/scripted/index.ts';
import { runTask } from '../run-task.ts';
import type { PublishedFile, TaskAnswer } from '../task.ts';

export const scripted = createScriptedBackend({ seed: 1 });

/** The catalogue's model with an id. */
export function getModel(id: string): ModelEntry {
  const model = findModel(id);
  if (!model) throw new RangeError(`There is no model ${id}`);
  return model;
}

/**
 * Runs a model on an input, after checking it against the schema. Files are published below `https://files.example`.
 */
export async function perform(
  id: string,
  input: Readonly<Record<string, unknown>>,
  {
    backend = scripted,
    files = [],
    signal = new AbortController().signal,
  }: {
    readonly backend?: ModelBackend;
    readonly files?: PublishedFile[];
    readonly signal?: AbortSignal;
  } = {},
): Promise<TaskAnswer> {
  const model = getModel(id);
  const checked = model.input.parse(input) as Record<string, unknown>; // Every model takes an object.
  return runTask(
    {
      model,
      input: checked,
      backend,
      newId: () => 'id',
      now: () => 0,
      publish: (file) => `https://files.example/${files.push(file)}`,
    },
    signal,
  );
}

/** `result` of a model that answers in JSON, as a type that the test knows. */
export async function getResult<T>(id: string, input: Readonly<Record<string, unknown>>): Promise<T> {
  const answer = await perform(id, input);
  if (answer.kind !== 'json') throw new TypeError(`${id} answered bytes`);
  return answer.result as T;
}

/** The body of a model with a binary answer. */
export async function toBytes(id: string, input: Readonly<Record<string, unknown>>) {
  const answer = await perform(id, input);
  if (answer.kind !== 'bytes') throw new TypeError(`${id} answered JSON`);
  return answer;
}

/** A picture of a red field on blue. */
export function redField(mediaType: 'image/png' | 'image/jpeg' = 'image/png'): Promise<Uint8Array> {
  const [width, height] = [64, 48];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(x >= 16 && x < 32 && y >= 16 && y < 32 ? [214, 40, 40] : [40, 90, 200], (y * width + x) * 3);
  return encodePicture({ width, height, data }, mediaType);
}

/** A recording of a text. */
export const getRecording = (text: string): Promise<Uint8Array> =>
  scripted.speak({ id: 'test' }, { text, mediaType: 'audio/wav' }, new AbortController().signal);
