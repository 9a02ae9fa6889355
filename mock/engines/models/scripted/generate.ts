import type { Generation, GenerationEvent, Model } from '../backend.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { countInput } from './count-input.ts';
import { cut, halfOf, readLimit } from './cut.ts';
import { isSafetyModel, judgeSafety } from './judge-safety.ts';
import { answerLanguage } from './language.ts';
import { phrases } from './phrases.ts';
import { declinesPython } from './python/call-python.ts';
import { createRandom } from './random.ts';
import { think } from './think.ts';
import { countTokens, firstTokens, splitTokens } from './tokens.ts';
import { type PlannedCall, planCalls } from './tools/call-tools.ts';
import { writeFreeJson, writeSchemaJson } from './write-json.ts';
import { writeText } from './write-text.ts';

/** Tokens of an answer whose request sets no limit. */
const usualLimit = 16_384;

export type Reading = 'pieces' | 'whole';

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
export async function* generateText(
  asking: Asking,
  signal: AbortSignal,
  answers: Answers = eventsOf,
): AsyncGenerator<GenerationEvent, void, undefined> {
  signal.throwIfAborted();
  for (const event of answers(asking)) {
    signal.throwIfAborted();
    yield event;
  }
}

/** All that is answered; a function of what is asked. */
export function eventsOf(asking: Asking): readonly GenerationEvent[] {
  const { seed, model, request } = asking;
  const conversation = readConversation(seed, model, request);
  return isSafetyModel(model.id) ? verdict(conversation, asking) : answer(conversation, asking);
}

function answer(conversation: Conversation, { request, reading }: Asking): readonly GenerationEvent[] {
  const inputTokens = countInput(request);
  const limit = readLimit(request.maxTokens ?? usualLimit);
  const random = createRandom(conversation.fingerprint);
  const calls = planCalls(conversation, request, random);
  const text = calls.length > 0 ? '' : writeAnswer(conversation, request);
  const thought = halfOf(think(conversation, request.effort, calls, random), limit);
  const reasoningTokens = countTokens(thought);
  const thoughts = textEvents('reasoning', thought, reading);
  const left = limit - reasoningTokens;
  const usage = (answered: number) => ({
    inputTokens,
    outputTokens: reasoningTokens + answered,
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
  });
  if (calls.length > 0) {
    const { events, tokens, complete } = callEvents(calls, left, reading);
    const reason = complete ? 'tool-calls' : 'length';
    return [...thoughts, ...events, { type: 'finish', reason, usage: usage(tokens) }];
  }
  const { text: kept, reason, stop, tokens } = cut(text, left, request.stop ?? []);
  const finish: GenerationEvent = {
    type: 'finish',
    reason,
    ...(stop === undefined ? {} : { stop }),
    usage: usage(tokens),
  };
  return [...thoughts, ...textEvents('text', kept, reading), finish];
}

/** A judge neither thinks nor calls: what it says is its verdict, as far as the limit lets it. */
function verdict(conversation: Conversation, { request, reading }: Asking): readonly GenerationEvent[] {
  const { text, tokens, reason } = cut(judgeSafety(conversation), readLimit(request.maxTokens), []);
  const usage = { inputTokens: countInput(request), outputTokens: tokens };
  return [...textEvents('text', text, reading), { type: 'finish', reason, usage }];
}

function textEvents(type: 'reasoning' | 'text', text: string, reading: Reading): readonly GenerationEvent[] {
  return piecesOf(text, reading).map((piece) => ({ type, text: piece }));
}

/** The answer in words or JSON; chance begins anew, so that tools that are not called change nothing. */
function writeAnswer(conversation: Conversation, request: Generation): string {
  const { format } = request;
  const random = createRandom(conversation.fingerprint);
  if (format === undefined) {
    const text = writeText(conversation, random);
    if (!declinesPython(conversation, request)) return text;
    return `${phrases[answerLanguage(conversation.prompt)].noProgram}\n\n${text}`;
  }
  return format.type === 'json'
    ? writeFreeJson(conversation, random)
    : writeSchemaJson(format.schema, conversation, random);
}

/** Calls as they are written, as far as a limit lets them. */
interface WrittenCalls {
  readonly events: readonly GenerationEvent[];
  readonly tokens: number;
  /** Whether all of them are there to their ends. */
  readonly complete: boolean;
}

/** A call costs the tokens of its name and its arguments. */
function callEvents(calls: readonly PlannedCall[], limit: number, reading: Reading): WrittenCalls {
  const events: GenerationEvent[] = [];
  let left = limit;
  for (const [index, call] of calls.entries()) {
    const named = countTokens(call.name);
    // A call whose name is cut off is none.
    if (named > left) return { events, tokens: limit, complete: false };
    left -= named;
    events.push({ type: 'tool-call', index, id: call.id, name: call.name });
    const written = firstTokens(call.arguments, left);
    for (const json of piecesOf(written, reading)) events.push({ type: 'tool-arguments', index, json });
    left -= countTokens(written);
    if (written.length < call.arguments.length) return { events, tokens: limit, complete: false };
  }
  return { events, tokens: limit - left, complete: true };
}
