import type { FinishReason, Generation } from '../backend.ts';
import { getText } from './conversation.ts';

/**
 * A token: up to 7 letters, up to 3 digits, a run of one punctuation character or one other character, each with the
 * space before it, or remaining white space. English has about four characters per token, as with real tokenizers. The
 * first n tokens of a text, concatenated, are n tokens again, so an answer can be cut to a limit.
 */
const token =
  / ?(?:[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u1fff]{1,7}|\d{1,3}|([!-/:-@[-`{-~])\1{0,7}|[\ud800-\udbff][\udc00-\udfff](?:\ufe0f|\ud83c[\udffb-\udfff]|\u200d(?:[\ud800-\udbff][\udc00-\udfff]|[\u2600-\u27bf]))*|[^\s])|\s+(?=\s)|\s/g;

/** Maximum number of tokens in a piece of a stream. */
const tokensOfPiece = 4;

/**
 * A text in pieces of a few tokens, for streaming.
 *
 * @example
 * getPieces('Hello, wonderful world'); // ['Hello, wonderful', ' world']
 */
export function getPieces(text: string): string[] {
  const each = new RegExp(token);
  const pieces: string[] = [];
  let start = 0;
  for (let count = 1; each.test(text); count++) {
    if (count % tokensOfPiece !== 0) continue;
    pieces.push(text.slice(start, each.lastIndex));
    start = each.lastIndex;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** The tokens of a text, which concatenate to it. */
export const getTokens = (text: string): string[] => text.match(new RegExp(token)) ?? [];

/**
 * Number of tokens in a text.
 *
 * @example
 * countTokens('Hello, wonderful world'); // 5
 */
export function countTokens(text: string): number {
  const each = new RegExp(token);
  let count = 0;
  while (each.test(text)) count++;
  return count;
}

/** The first tokens of a text, up to a limit. */
export function firstTokens(text: string, most: number): string {
  const each = new RegExp(token);
  let end = 0;
  for (let count = 0; count < most && each.test(text); count++) end = each.lastIndex;
  return text.slice(0, end);
}

/** Tokens for a message's framing, such as its role. */
const perMessage = 4;
/** Tokens of a picture or another file, whatever its size. */
const perMedia = 85;
/** Minimum length of a cached prefix, and the step of longer ones, as for third-party models. */
const leastCached = 1024;
const cacheStep = 128;

/** Tokens of a request: of its messages, tools and schema. */
export function countInput(request: Generation): number {
  return countMessages(request.messages) + countTools(request);
}

/**
 * Cached tokens of a request: all up to the last assistant message, since a conversation repeats earlier turns. 0 below
 * 1,024.
 */
export function countCached(request: Generation): number {
  const answered = request.messages.findLastIndex(({ role }) => role === 'assistant');
  if (answered < 0) return 0;
  const tokens = countMessages(request.messages.slice(0, answered)) + countTools(request);
  return tokens < leastCached ? 0 : tokens - (tokens % cacheStep);
}

function countMessages(messages: Generation['messages']): number {
  let count = 0;
  for (const message of messages) {
    count += perMessage + countTokens(getText(message));
    for (const part of message.parts ?? []) if (part.type === 'media') count += perMedia;
    if (message.role === 'assistant')
      for (const call of message.toolCalls ?? [])
        count += countTokens(call.name) + countTokens(call.arguments);
  }
  return count;
}

function countTools({ tools, format }: Generation): number {
  const ofTools = tools === undefined || tools.length === 0 ? 0 : countTokens(JSON.stringify(tools));
  return ofTools + (format?.type === 'json-schema' ? countTokens(JSON.stringify(format.schema)) : 0);
}

/** An answer, cut to its limits. */
export interface CutText {
  readonly text: string;
  readonly tokens: number;
  readonly reason: FinishReason;
  /** The stop text that ended it. */
  readonly stop?: string;
}

/**
 * Cuts an answer before the first of the stop texts, and to a number of tokens.
 *
 * @example
 * cutText('1 2 3 4', 100, ['3']); // { text: '1 2 ', tokens: 3, reason: 'stop', stop: '3' }
 */
export function cutText(whole: string, most: number, stops: readonly string[] = []): CutText {
  let end = whole.length;
  let stop: string | undefined;
  for (const each of stops) {
    const at = each === '' ? -1 : whole.indexOf(each);
    if (at >= 0 && at < end) [end, stop] = [at, each];
  }
  const wanted = whole.slice(0, end);
  const text = firstTokens(wanted, most);
  const tokens = countTokens(text);
  if (text.length < wanted.length) return { text, tokens, reason: 'length' };
  return { text, tokens, reason: 'stop', ...(stop === undefined ? {} : { stop }) };
}
