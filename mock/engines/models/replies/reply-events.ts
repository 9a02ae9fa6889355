import type {
  Detection,
  Embedding,
  FinishReason,
  Generation,
  GenerationEvent,
  Label,
  Ranking,
  Transcript,
  Usage,
  Vectors,
} from '../backend.ts';
import type { CountTokens } from '../count-tokens.ts';
import { ModelError } from '../model-error.ts';
import { getText } from './incoming-request.ts';
import type { ReplyContent } from './reply.ts';

/** Number of characters of a tool call's arguments in one piece. */
const ARGUMENT_PIECE = 16;

/**
 * The events of a generation from a reply: reasoning, text, tool calls, finish.
 *
 * @param newCallId makes the id for a tool call without one
 */
export function* replyEvents(
  content: ReplyContent,
  request: Generation,
  { countTokens, newCallId }: { readonly countTokens: CountTokens; readonly newCallId: () => string },
): Generator<GenerationEvent, void> {
  let output = 0;
  let reasoned = 0;
  for (const text of getPieces(content.reasoning)) {
    reasoned += countTokens(text);
    yield { type: 'reasoning', text };
  }
  for (const text of getPieces(answerText(content))) {
    output += countTokens(text);
    yield { type: 'text', text };
  }
  const calls = content.toolCalls ?? [];
  for (const [index, call] of calls.entries()) {
    yield { type: 'tool-call', index, id: call.id ?? newCallId(), name: call.name };
    for (const json of argumentPieces(call.arguments ?? {})) {
      output += countTokens(json);
      yield { type: 'tool-arguments', index, json };
    }
  }
  const reason: FinishReason = content.finishReason ?? (calls.length > 0 ? 'tool-calls' : 'stop');
  const usage: Usage = {
    inputTokens: inputTokens(request, countTokens),
    outputTokens: output + reasoned,
    ...(reasoned > 0 && { reasoningTokens: reasoned }),
  };
  yield {
    type: 'finish',
    reason,
    ...(content.stop !== undefined && { stop: content.stop }),
    usage: withUsage(usage, content.usage),
  };
}

/** Usage, with the reply's values in place of counted ones. */
export function withUsage(usage: Usage, override: ReplyContent['usage'] = {}): Usage {
  const counts = Object.entries(override).filter(([, count]) => count !== undefined);
  return { ...usage, ...Object.fromEntries(counts) };
}

/** The text of a reply, including JSON values. */
export function answerText(content: ReplyContent): string | readonly string[] | undefined {
  return content.json === undefined ? content.text : JSON.stringify(content.json);
}

/** Splits a text before each run of white space; the pieces concatenate to the text. */
function getPieces(text: string | readonly string[] | undefined): readonly string[] {
  if (text === undefined) return [];
  return typeof text === 'string' ? (text.match(/\s*\S+|\s+$/g) ?? []) : text;
}

function argumentPieces(
  value: Readonly<Record<string, unknown>> | string | readonly string[],
): readonly string[] {
  if (isPieces(value)) return value;
  const characters = [...(typeof value === 'string' ? value : JSON.stringify(value))];
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += ARGUMENT_PIECE) {
    pieces.push(characters.slice(start, start + ARGUMENT_PIECE).join(''));
  }
  return pieces;
}

function isPieces(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

function inputTokens(request: Generation, countTokens: CountTokens): number {
  return request.messages.reduce((sum, { parts }) => sum + countTokens(getText(parts)), 0);
}

// A reply's answers to each task other than generation. All throw a ModelError `scripted` if the reply has no answer
// for the task, which can only happen if it is a function.

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

/** Scores, one for each document; 0 for those that the reply leaves out. */
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
