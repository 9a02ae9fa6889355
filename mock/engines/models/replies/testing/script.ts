import type { Generation } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import type { Sleep } from '../../sleep.ts';
import { createRepliesBackend, type RepliesOptions } from '../create-replies-backend.ts';
import type { Reply } from '../reply.ts';
import { collect, createEchoBackend, textOfEvents, userSays } from './echo-backend.ts';

export const MODEL = { id: 'openai/gpt-5' };
export const { signal } = new AbortController();

/** A backend with replies, over one that echoes, and the waits that it asked for. */
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

/** How a generation fails. */
export async function failureOf(asking: Promise<unknown>): Promise<ModelError> {
  const error = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelError)) throw new Error(`no ModelError: ${error}`);
  return error;
}
