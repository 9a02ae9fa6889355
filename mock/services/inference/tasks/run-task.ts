import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { AnswerKind } from '../../../../spec/services/inference/output.ts';
import { drawAsBase64, drawAsBytes, drawAsLink } from './draw.ts';
import { runImageTask } from './image-task.ts';
import { transcribe, transcribeByChannel, transcribeLarge } from './listen.ts';
import { rerank } from './rank.ts';
import { describePicture, detectObjects, labelPicture } from './see.ts';
import { speakAsBase64, speakAsBytes } from './speak.ts';
import type { TaskAnswer, TaskCall, TaskRunner } from './task.ts';
import { classify, summarise, translate, translateToIndic } from './text-tasks.ts';
import { detectTurn } from './turn.ts';
import { embedOrRank, makeVectors } from './vectors.ts';

/** Types of answers that can be streamed: those of the text formats. */
type TextKind = 'classic-text' | 'chat-completion' | 'response-or-completion' | 'message' | 'safety';

/** The runner of each other type of answer. */
const runners: Readonly<Record<Exclude<AnswerKind, TextKind>, TaskRunner>> = {
  vectors: makeVectors,
  'vectors-or-ranking': embedOrRank,
  ranking: rerank,
  labels: (call, signal) =>
    call.model.task === 'Image Classification' ? labelPicture(call, signal) : classify(call, signal),
  translation: translate,
  translations: translateToIndic,
  summary: summarise,
  detections: detectObjects,
  description: describePicture,
  'image-task': runImageTask,
  'picture-bytes': drawAsBytes,
  'picture-base64': drawAsBase64,
  'picture-url': drawAsLink,
  transcript: transcribe,
  'large-transcript': transcribeLarge,
  'deepgram-transcript': transcribeByChannel,
  'speech-base64': speakAsBase64,
  'speech-bytes': speakAsBytes,
  turn: detectTurn,
};

function isTextKind(kind: AnswerKind): kind is TextKind {
  return !Object.hasOwn(runners, kind);
}

/**
 * Whether a model writes text, and so runs in the text formats and not through {@link runTask}.
 *
 * @example
 * isTextModel(findModel('@cf/meta/llama-guard-3-8b')!) // true
 * isTextModel(findModel('@cf/baai/bge-m3')!) // false
 */
export function isTextModel({ answer }: ModelEntry): boolean {
  return isTextKind(answer);
}

/**
 * Runs a model that does not write text.
 *
 * @throws ApiError for refusals of the runtime; ModelError for failures of the backend; RangeError for a model that
 * writes text
 *
 * @example
 * const model = findModel('@cf/meta/m2m100-1.2b');
 * await runTask({ model, input: { text: 'Hello world', target_lang: 'fr' }, backend, newId, now, publish }, signal);
 * // { kind: 'json', result: { translated_text: 'Bonjour monde' }, usage, text: 'Bonjour monde' }
 */
export async function runTask(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { id, answer } = call.model;
  if (isTextKind(answer)) throw new RangeError(`${id} writes text: run it in a text format`);
  signal.throwIfAborted();
  return runners[answer](call, signal);
}
