import type { Generation, GenerationEvent, Message, ModelBackend } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import type { Sleep } from '../../sleep.ts';
import { createRepliesBackend, type RepliesOptions } from '../create-replies-backend.ts';
import { getText } from '../incoming-request.ts';
import type { Reply } from '../reply.ts';

/** A backend that echoes its input and counts calls. */
export function createEchoBackend(): ModelBackend & { readonly calls: () => number } {
  let calls = 0;
  const echo = async <T>(answer: T, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    calls++;
    return answer;
  };
  const box = { xmin: 1, ymin: 2, xmax: 3, ymax: 4 };
  return {
    calls: () => calls,
    async *generate(model, request, signal) {
      signal.throwIfAborted();
      calls++;
      yield { type: 'text', text: `${model.id}:` };
      yield { type: 'text', text: getText(request.messages.at(-1)?.parts ?? []) };
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 7, outputTokens: 2 } };
    },
    embed: (_, request, signal) =>
      echo(
        {
          vectors: request.texts.map((text) => new Float32Array([text.length, 0.1])),
          usage: { inputTokens: request.texts.length, outputTokens: 0 },
        },
        signal,
      ),
    draw: (_, request, signal) => echo(new TextEncoder().encode(request.prompt), signal),
    speak: (_, request, signal) => echo(new TextEncoder().encode(request.text), signal),
    transcribe: (_, request, signal) =>
      echo(
        {
          text: new TextDecoder().decode(request.audio),
          language: request.language ?? 'en',
          duration: 1.5,
          words: [{ word: 'a', start: 0, end: 1.5 }],
        },
        signal,
      ),
    translate: (_, request, signal) => echo(`${request.from}>${request.to} ${request.text}`, signal),
    summarise: (_, request, signal) => echo(request.text.slice(0, request.maxTokens), signal),
    classify: (_, request, signal) => echo([{ label: request.text, score: 1 }], signal),
    rank: (_, request, signal) =>
      echo(
        request.documents.map((document) => (document === request.query ? 1 : 0)),
        signal,
      ),
    describe: (_, request, signal) => echo(`${request.image.length} bytes`, signal),
    label: (_, request, signal) => echo([{ label: `${request.image.length}`, score: 1 }], signal),
    detect: (_, request, signal) => echo([{ label: `${request.image.length}`, score: 1, box }], signal),
  };
}

/** A message of a user. */
export function userSays(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

/** All events of a generation. */
export async function collect(events: AsyncIterable<GenerationEvent>): Promise<GenerationEvent[]> {
  return Array.fromAsync(events);
}

/** The concatenated text of events. */
export function textOfEvents(events: readonly GenerationEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

export const MODEL = { id: 'openai/gpt-5' };
export const { signal } = new AbortController();

/** A backend with replies, with an echoing fallback, and the waits that it requested. */
export function script(replies: readonly Reply[], more: Partial<RepliesOptions> = {}) {
  const waits: number[] = [];
  const sleep: Sleep = async (milliseconds, waiting) => {
    waiting.throwIfAborted();
    waits.push(Math.round(milliseconds * 1000) / 1000);
  };
  const fallback = createEchoBackend();
  const models = createRepliesBackend({ fallback, sleep, replies, ...more });
  const ask = (text: string, request: Partial<Generation> = {}) =>
    collect(models.generate(MODEL, { messages: [userSays(text)], ...request }, signal));
  return { models, fallback, waits, ask, say: async (text: string) => textOfEvents(await ask(text)) };
}

/** The failure of a generation. */
export async function getFailure(asking: Promise<unknown>): Promise<ModelError> {
  const error = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelError)) throw new Error(`no ModelError: ${error}`);
  return error;
}
