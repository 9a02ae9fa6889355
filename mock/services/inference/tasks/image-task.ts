import type { ImageTaskInput } from '../../../../spec/services/inference/input/media.ts';
import type { Detection, Usage } from '../../../engines/models/backend.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { wholeAnswer } from '../formats/answer-parts.ts';
import { inputBytes } from './input-bytes.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';
import { estimatedUsage } from './texts.ts';

/** Tokens of a caption of each length. */
const captionTokens = { short: 24, normal: 96, long: 384 } as const;

/**
 * Runs a `task` on a picture: an answer, a caption, points or boxes. Positions are fractions of width and height, from
 * 0 to 1 (inferred: as the model's makers have them).
 *
 * @throws ApiError `base64-invalid`; ModelError
 */
export async function runImageTask(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const started = call.now();
  const { text, usage, ...answer } = await perform(call, getInput<ImageTaskInput>(call), signal);
  const metrics = {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_time_ms: Math.max(0, call.now() - started),
  };
  return {
    kind: 'json',
    result: { ...answer.result, metrics, finish_reason: 'stop' },
    usage,
    ...(text !== undefined && { text }),
  };
}

interface Performed {
  readonly result: Readonly<Record<string, unknown>>;
  readonly usage: Usage;
  readonly text?: string;
}

async function perform(call: TaskCall, input: ImageTaskInput, signal: AbortSignal): Promise<Performed> {
  switch (input.task) {
    case 'query':
      return query(call, input, signal);
    case 'caption': {
      const { image, length = 'normal' } = input;
      const request = { image: inputBytes(image), maxTokens: captionTokens[length] };
      const caption = await call.backend.describe(engineModel(call.model), request, signal);
      return { result: { caption }, usage: estimatedUsage([], caption), text: caption };
    }
    case 'point': {
      const points = (await find(call, input, signal)).map(({ x_min, x_max, y_min, y_max }) => ({
        x: (x_min + x_max) / 2,
        y: (y_min + y_max) / 2,
      }));
      return { result: { points }, usage: estimatedUsage([input.object]) };
    }
    case 'detect': {
      const objects = await find(call, input, signal);
      return { result: { objects }, usage: estimatedUsage([input.object]) };
    }
  }
}

async function query(
  { model, backend }: TaskCall,
  { question, image }: Extract<ImageTaskInput, { task: 'query' }>,
  signal: AbortSignal,
): Promise<Performed> {
  if (image !== undefined) {
    const request = { image: inputBytes(image), prompt: question };
    const answer = await backend.describe(engineModel(model), request, signal);
    return { result: { answer }, usage: estimatedUsage([question], answer), text: answer };
  }
  const messages = [{ role: 'user', parts: [{ type: 'text', text: question }] }] as const;
  const { text, finish } = await wholeAnswer(backend.generate(engineModel(model), { messages }, signal));
  return { result: { answer: text }, usage: finish.usage, text };
}

/** The positions of objects whose label has every word of the name to find. */
async function find(
  { model, backend }: TaskCall,
  { image, object }: Extract<ImageTaskInput, { task: 'point' | 'detect' }>,
  signal: AbortSignal,
) {
  const bytes = inputBytes(image);
  const found = await backend.detect(engineModel(model), { image: bytes }, signal);
  const wanted = toWords(object);
  const fitting = found.filter(({ label }) => wanted.every((word) => toWords(label).includes(word)));
  if (fitting.length === 0) return [];
  const size = pictureSize(bytes);
  if (size === undefined) throw new ModelError('bad-input', 'The picture is no PNG, JPEG or GIF file.');
  return fitting.map(({ box }) => relativeBox(box, size));
}

/** Words in lower case without articles; synonyms become one word. */
function toWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !['', 'a', 'an', 'the'].includes(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

function relativeBox({ xmin, ymin, xmax, ymax }: Detection['box'], { width, height }: PictureSize) {
  return { x_min: xmin / width, y_min: ymin / height, x_max: xmax / width, y_max: ymax / height };
}
