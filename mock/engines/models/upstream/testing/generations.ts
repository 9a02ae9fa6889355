import type { Generation, GenerationEvent } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { collect, textOfEvents, userSays } from '../../replies/testing/echo-backend.ts';
import { createUpstreamBackend } from '../create-upstream-backend.ts';
import type { UpstreamOptions } from '../options.ts';
import { type StubHandler, StubUpstream } from './stub-upstream.ts';

export const MODEL = { id: '@cf/meta/llama-3.1-8b-instruct' };
export const REQUEST: Generation = { messages: [userSays('Hello')] };
export const never = new AbortController().signal;

/** What a stub's answer becomes. */
export async function eventsOf(handler: StubHandler, request = REQUEST): Promise<GenerationEvent[]> {
  await using stub = await StubUpstream.start(handler);
  return await collect(createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, request, never));
}

/** All events before a failure, and the failure. */
export async function outcomeOf(events: AsyncIterable<GenerationEvent>) {
  const seen: GenerationEvent[] = [];
  try {
    for await (const next of events) seen.push(next);
  } catch (error) {
    return { text: textOfEvents(seen), seen, error };
  }
  return { text: textOfEvents(seen), seen, error: undefined };
}

/** How a generation fails by what a stub answers; every connection is closed by it. */
export async function failureOf(handler: StubHandler, options: Partial<UpstreamOptions> = {}) {
  await using stub = await StubUpstream.start(handler);
  const models = createUpstreamBackend({ baseUrl: stub.baseUrl, ...options });
  const outcome = await outcomeOf(models.generate(MODEL, REQUEST, never));
  if (!(outcome.error instanceof ModelError)) throw new Error(`no ModelError: ${outcome.error}`);
  const { reason, status, message } = outcome.error;
  return { reason, status, message, text: outcome.text };
}
