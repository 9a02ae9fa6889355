import type { Generating, Generation, GenerationEvent, Model, Reading } from '../backend.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { countInput } from './count-input.ts';
import { type Cut, cut, halfOf, readLimit } from './cut.ts';
import { isSafetyModel, judgeSafety } from './judge-safety.ts';
import { createRandom } from './random.ts';
import { think } from './think.ts';
import { countTokens, firstTokens, splitTokens } from './tokens.ts';
import { type PlannedCall, planCalls } from './tools/call-tools.ts';
import { writeFreeJson, writeSchemaJson } from './write-json.ts';
import { writeText } from './write-text.ts';

/** Tokens of an answer whose request sets no limit. */
const usualLimit = 16_384;

/** What is asked of the scripted backend. */
export interface Asking {
  readonly seed: number;
  readonly model: Model;
  readonly request: Generation;
  readonly reading: Reading;
}

/** What is answered to what is asked. */
export type Answers = (asking: Asking) => readonly GenerationEvent[];

/** A text as it is handed on: token by token, or at once where nobody looks before its end. */
function piecesOf(text: string, reading: Reading): readonly string[] {
  if (reading === 'pieces') return splitTokens(text);
  return text === '' ? [] : [text];
}

/**
 * Answers a conversation, a token at a time and without delay. The whole answer is a function of the seed, the
 * model and the request: the same on every runtime, byte for byte. Limits shorten an answer but never change
 * what stands before; thoughts and calls count towards them, and thoughts take no more than half.
 *
 * @param answers makes the answers, or remembers them
 * @throws ModelError (bad-input) from the first step, for schemas that nothing satisfies and tools that are not there
 * @throws the signal's reason as soon as it is aborted, between any two pieces
 *
 * @example
 * for await (const event of generateText(asking, signal)) console.log(event);
 * // { type: 'text', text: 'You' }, … { type: 'finish', reason: 'stop', usage: { inputTokens: 12, outputTokens: 48 } }
 */
export function generateText(asking: Asking, signal: AbortSignal, answers: Answers = eventsOf): Generating {
  const atOnce = () => {
    signal.throwIfAborted();
    return answers(asking);
  };
  return { [Symbol.asyncIterator]: () => oneByOne(atOnce, signal), atOnce };
}

async function* oneByOne(
  events: () => readonly GenerationEvent[],
  signal: AbortSignal,
): AsyncGenerator<GenerationEvent, void, undefined> {
  for (const event of events()) {
    signal.throwIfAborted();
    yield event;
  }
}

/** All that is answered; a function of what is asked. */
export function eventsOf(asking: Asking): readonly GenerationEvent[] {
  const { seed, model, request } = asking;
  const conversation = readConversation(seed, model, request);
  return [...(isSafetyModel(model.id) ? verdict(conversation, asking) : answer(conversation, asking))];
}

function* answer(conversation: Conversation, { request, reading }: Asking): Iterable<GenerationEvent> {
  const inputTokens = countInput(request);
  const limit = readLimit(request.maxTokens ?? usualLimit);
  const random = createRandom(conversation.fingerprint);
  const calls = planCalls(conversation, request, random);
  const text = calls.length > 0 ? '' : writeAnswer(conversation, request);
  const thought = halfOf(think(conversation, request.effort, calls, random), limit);
  const reasoningTokens = countTokens(thought);
  for (const piece of piecesOf(thought, reading)) yield { type: 'reasoning', text: piece };
  const left = limit - reasoningTokens;
  const usage = (answered: number) => ({
    inputTokens,
    outputTokens: reasoningTokens + answered,
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
  });
  if (calls.length > 0) {
    const spent = yield* callEvents(calls, left, reading);
    yield { type: 'finish', reason: spent.complete ? 'tool-calls' : 'length', usage: usage(spent.tokens) };
    return;
  }
  const kept: Cut = cut(text, left, request.stop ?? []);
  for (const piece of piecesOf(kept.text, reading)) yield { type: 'text', text: piece };
  yield {
    type: 'finish',
    reason: kept.reason,
    ...(kept.stop === undefined ? {} : { stop: kept.stop }),
    usage: usage(kept.tokens),
  };
}

/** A judge neither thinks nor calls: what it says is its verdict, as far as the limit lets it. */
function* verdict(conversation: Conversation, { request, reading }: Asking): Iterable<GenerationEvent> {
  const kept = cut(judgeSafety(conversation), readLimit(request.maxTokens), []);
  for (const text of piecesOf(kept.text, reading)) yield { type: 'text', text };
  const usage = { inputTokens: countInput(request), outputTokens: kept.tokens };
  yield { type: 'finish', reason: kept.reason, usage };
}

/** The answer in words or JSON; chance begins anew, so that tools that are not called change nothing. */
function writeAnswer(conversation: Conversation, { format }: Generation): string {
  const random = createRandom(conversation.fingerprint);
  if (format === undefined) return writeText(conversation, random);
  return format.type === 'json'
    ? writeFreeJson(conversation, random)
    : writeSchemaJson(format.schema, conversation, random);
}

/** Calls as they are written; a call costs the tokens of its name and its arguments. */
function* callEvents(
  calls: readonly PlannedCall[],
  limit: number,
  reading: Reading,
): Generator<GenerationEvent, { readonly tokens: number; readonly complete: boolean }> {
  let left = limit;
  for (const [index, call] of calls.entries()) {
    const named = countTokens(call.name);
    // A call whose name is cut off is none.
    if (named > left) return { tokens: limit, complete: false };
    left -= named;
    yield { type: 'tool-call', index, id: call.id, name: call.name };
    const written = firstTokens(call.arguments, left);
    for (const json of piecesOf(written, reading)) yield { type: 'tool-arguments', index, json };
    left -= countTokens(written);
    if (written.length < call.arguments.length) return { tokens: limit, complete: false };
  }
  return { tokens: limit - left, complete: true };
}
