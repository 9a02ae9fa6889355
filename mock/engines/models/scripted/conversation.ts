import { isBytes } from '../../../../spec/value-kinds.ts';
import type { Generation, Message, Model } from '../backend.ts';
import { type Fingerprint, Fingerprinter } from './fingerprint.ts';

/** What a tool answered, with the name of the tool where the conversation tells it. */
export interface ToolResult {
  readonly name: string;
  readonly text: string;
}

/** A request as the scripted backend reads it. */
export interface Conversation {
  /** Texts of the user, oldest first. */
  readonly said: readonly string[];
  /** Texts of the system, oldest first. */
  readonly instructions: readonly string[];
  /** What to answer: the last text of the user, else the last text there is, else nothing. */
  readonly prompt: string;
  /** 1 for the first answer. */
  readonly turn: number;
  /** What tools answered since the user spoke last, when nothing was said after it; else none. */
  readonly results: readonly ToolResult[];
  /** Media types of what came with the prompt. */
  readonly media: readonly string[];
  /** Differs whenever a message, the model, the backend's seed or the sampling differs. */
  readonly fingerprint: Fingerprint;
}

/**
 * Reads a request. Odd messages (none at all, without parts, with parts of no kind) are read as far as they go:
 * it is for the formats to refuse them.
 */
export function readConversation(seed: number, model: Model, request: Generation): Conversation {
  const said: string[] = [];
  const instructions: string[] = [];
  const names = new Map<string, string>();
  const print = new Fingerprinter().number(seed).text(model.id).text(samplingKey(request));
  let results: ToolResult[] = [];
  let media: string[] = [];
  let lastText = '';
  let answers = 0;
  for (const message of request.messages) {
    const text = textOf(message);
    takeInto(print, message);
    if (text !== '') lastText = text;
    if (message.role === 'tool') {
      results.push({ name: message.name ?? names.get(message.callId) ?? 'tool', text });
      continue;
    }
    results = [];
    if (message.role === 'assistant') {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) answers++;
      for (const call of calls) names.set(call.id, call.name);
    } else if (message.role === 'user') {
      said.push(text);
      media = mediaOf(message);
    } else instructions.push(text);
  }
  const prompt = said.findLast((text) => text.trim() !== '') ?? lastText;
  return { said, instructions, prompt, turn: answers + 1, results, media, fingerprint: print.digest() };
}

/** Greedy sampling has one outcome: a seed makes a difference only where there is chance. */
function samplingKey({ temperature, topP, seed }: Generation): string {
  return temperature === 0 || topP === 0
    ? 'greedy'
    : `${temperature ?? 'default'} ${topP ?? 'default'} ${seed ?? 'none'}`;
}

/** The parts of a message that are parts; the types promise no others, callers in plain JavaScript do. */
function partsOf(message: Message): Message['parts'] {
  const parts: unknown = message.parts;
  if (!Array.isArray(parts)) return [];
  return message.parts.filter(
    (part: unknown) => typeof part === 'object' && part !== null && ('text' in part || 'data' in part),
  );
}

/** The texts of a message, one under the other. */
export function textOf(message: Message): string {
  const texts: string[] = [];
  for (const part of partsOf(message)) if (part.type === 'text') texts.push(String(part.text ?? ''));
  return texts.join('\n').toWellFormed();
}

function mediaOf(message: Message): string[] {
  return partsOf(message).flatMap((part) => (part.type === 'media' ? [String(part.mediaType)] : []));
}

function takeInto(print: Fingerprinter, message: Message): void {
  const parts = partsOf(message);
  print.text(String(message.role)).number(parts.length);
  for (const part of parts) {
    if (part.type === 'text') print.text(String(part.text ?? ''));
    else if (isBytes(part.data)) print.text(part.mediaType).bytes(part.data);
    else print.text(part.mediaType).text(String(part.data));
  }
  // Ids are left out: clients rewrite them.
  if (message.role === 'assistant')
    for (const call of message.toolCalls ?? []) print.text(call.name).text(call.arguments);
}
