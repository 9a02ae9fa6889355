import { createRandom } from '../../seeded/random.ts';
import type { Generation, GenerationEvent, Model, ToolCall } from '../backend.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { isSafetyModel, judgeSafety } from './safety.ts';
import { countCached, countInput, countTokens, cutText, firstTokens, getPieces } from './tokens.ts';
import { thinkAbout, writeAnswer } from './write-text.ts';

/** Default limit of tokens in an answer. */
const usualLimit = 16_384;

/** The options of the scripted model. */
export interface ModelOptions {
  readonly seed: number;
  readonly model: Model;
  readonly request: Generation;
}

/**
 * Answers a conversation, in pieces of a few tokens: with tool calls, with JSON, or with text. Limits shorten an answer
 * but never change the part before. Reasoning and calls count towards them, and reasoning takes at most half.
 *
 * @throws ModelError (bad-input) for schemas without a value, and unknown tools
 *
 * @example
 * await answerTo({ seed: 1, model, request });
 * // [{ type: 'text', text: 'You asked: “' }, … { type: 'finish', reason: 'stop', usage: { inputTokens: 12, outputTokens: 48 } }]
 */
export async function answerTo({ seed, model, request }: ModelOptions): Promise<readonly GenerationEvent[]> {
  const conversation = readConversation(seed, model, request);
  const limit = Math.max(0, Math.floor(request.maxTokens ?? usualLimit)) || 0;
  const cachedTokens = countCached(request);
  const input = { inputTokens: countInput(request), ...(cachedTokens > 0 && { cachedTokens }) };
  if (isSafetyModel(model.id)) {
    const { text, tokens, reason } = cutText(judgeSafety(conversation.prompt), limit);
    return [...pieces('text', text), { type: 'finish', reason, usage: { ...input, outputTokens: tokens } }];
  }
  const calls = await plan(conversation, request);
  const thought = thinkAbout(conversation, request.effort, calls);
  const thoughts = firstTokens(thought, Math.floor(limit / 2));
  const reasoningTokens = countTokens(thoughts);
  const left = limit - reasoningTokens;
  const usage = (answered: number) => ({
    ...input,
    outputTokens: reasoningTokens + answered,
    ...(reasoningTokens > 0 && { reasoningTokens }),
  });
  if (calls.length > 0) {
    const { events, tokens, complete } = callEvents(calls, left);
    const reason = complete ? 'tool-calls' : 'length';
    return [...pieces('reasoning', thoughts), ...events, { type: 'finish', reason, usage: usage(tokens) }];
  }
  const { text, tokens, reason, stop } = cutText(await getAnswer(conversation, request), left, request.stop);
  return [
    ...pieces('reasoning', thoughts),
    ...pieces('text', text),
    { type: 'finish', reason, ...(stop !== undefined && { stop }), usage: usage(tokens) },
  ];
}

async function plan(conversation: Conversation, request: Generation): Promise<readonly ToolCall[]> {
  const { tools = [], toolChoice = { type: 'auto' } } = request;
  if (toolChoice.type === 'none' || (toolChoice.type === 'auto' && tools.length === 0)) return [];
  const { planCalls } = await import('./plan-calls.ts');
  return planCalls(conversation, request, createRandom(conversation.seed));
}

async function getAnswer(conversation: Conversation, { format, tools }: Generation): Promise<string> {
  if (format === undefined) return writeAnswer(conversation, tools);
  const { writeJson } = await import('./write-json.ts');
  return writeJson(conversation, format);
}

const pieces = (type: 'reasoning' | 'text', text: string): readonly GenerationEvent[] =>
  getPieces(text).map((piece) => ({ type, text: piece }));

/** Calls, up to the token limit. A call costs the tokens of its name and its arguments. */
function callEvents(calls: readonly ToolCall[], limit: number) {
  const events: GenerationEvent[] = [];
  let left = limit;
  for (const [index, { id, name, arguments: json }] of calls.entries()) {
    const named = countTokens(name);
    // A call with a truncated name is dropped.
    if (named > left) return { events, tokens: limit, complete: false };
    events.push({ type: 'tool-call', index, id, name });
    const written = firstTokens(json, left - named);
    for (const piece of getPieces(written)) events.push({ type: 'tool-arguments', index, json: piece });
    left -= named + countTokens(written);
    if (written.length < json.length) return { events, tokens: limit, complete: false };
  }
  return { events, tokens: limit - left, complete: true };
}
