import type { Generation, GenerationEvent, Message } from '../../backend.ts';
import { generateText, type Reading } from '../generate.ts';

/** A generation as tests look at it. */
export interface Generated {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finish: Extract<GenerationEvent, { type: 'finish' }>;
  readonly events: readonly GenerationEvent[];
}

export function user(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

export function assistant(text: string): Message {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

/** Runs a generation to its end, from a request or from the text of a user. */
export async function run(
  request: Generation | string,
  options: { seed?: number; model?: string; reading?: Reading } = {},
): Promise<Generated> {
  const whole = typeof request === 'string' ? { messages: [user(request)] } : request;
  const signal = new AbortController().signal;
  const events: GenerationEvent[] = [];
  const { seed = 1, model: id = 'test/model', reading = 'pieces' } = options;
  for await (const event of generateText({ seed, model: { id }, request: whole, reading }, signal)) {
    events.push(event);
  }
  const finish = events.at(-1);
  if (finish?.type !== 'finish') throw new Error('The last event is not the finish.');
  const calls: { id: string; name: string; arguments: string }[] = [];
  for (const event of events) {
    if (event.type === 'tool-call') calls[event.index] = { id: event.id, name: event.name, arguments: '' };
    const call = event.type === 'tool-arguments' ? calls[event.index] : undefined;
    if (event.type === 'tool-arguments' && call !== undefined) call.arguments += event.json;
  }
  const joined = (type: 'text' | 'reasoning'): string =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  return { text: joined('text'), reasoning: joined('reasoning'), calls, finish, events };
}
