import type { Detection, Embedding, Label, Ranking, Transcript, Vectors } from '../backend.ts';
import type { CountTokens } from '../count-tokens.ts';
import { ModelError } from '../model-error.ts';
import type { ReplyContent } from './reply.ts';
import { answerText, withUsage } from './reply-events.ts';

// What a reply answers to each task that is no generation. All throw a ModelError `scripted` when the reply
// has no answer for the task, which only a reply that is a function can come to.

function missing(what: string): never {
  throw new ModelError('scripted', `The reply of the script has no ${what}.`);
}

export function replyVectors(content: ReplyContent, request: Embedding, countTokens: CountTokens): Vectors {
  const vectors = content.vectors ?? missing('vectors');
  if (vectors.length === 0) missing('vectors');
  return {
    vectors: request.texts.map((_, index) => new Float32Array(vectors[index % vectors.length] ?? [])),
    usage: withUsage(
      { inputTokens: request.texts.reduce((sum, text) => sum + countTokens(text), 0), outputTokens: 0 },
      content.usage,
    ),
  };
}

export function replyPicture(content: ReplyContent): Uint8Array {
  return toBytes(content.picture ?? missing('picture'));
}

export function replyAudio(content: ReplyContent): Uint8Array {
  return toBytes(content.audio ?? missing('audio'));
}

export function replyTranscript(content: ReplyContent, language = 'en'): Transcript {
  const transcript = content.transcript ?? missing('transcript');
  return typeof transcript === 'string' ? { text: transcript, language, duration: 0, words: [] } : transcript;
}

export function replyText(content: ReplyContent): string {
  const text = answerText(content) ?? missing('text');
  return typeof text === 'string' ? text : text.join('');
}

/** Labels, best first. */
export function replyLabels(content: ReplyContent): readonly Label[] {
  return bestFirst(content.labels ?? missing('labels'));
}

/** Scores, one for each document: 0 for those that the reply leaves out. */
export function replyScores(content: ReplyContent, request: Ranking): readonly number[] {
  const scores = content.scores ?? missing('scores');
  return request.documents.map((_, index) => scores[index] ?? 0);
}

export function replyDetections(content: ReplyContent): readonly Detection[] {
  return bestFirst(content.detections ?? missing('detections'));
}

function bestFirst<T extends Label>(labels: readonly T[]): readonly T[] {
  return labels.toSorted((a, b) => b.score - a.score);
}

function toBytes(value: string | Uint8Array): Uint8Array {
  if (typeof value !== 'string') return value;
  try {
    return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new ModelError('scripted', 'The bytes of a reply are not in base64.', { cause });
  }
}
