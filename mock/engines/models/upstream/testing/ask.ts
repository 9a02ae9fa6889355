import type { Generation, GenerationEvent, ModelBackend } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { collect, textOfEvents, userSays } from '../../replies/testing/script.ts';
import { createUpstreamBackend } from '../create-upstream-backend.ts';
import type { UpstreamOptions } from '../options.ts';
import { type StubHandler, StubUpstream } from './stub-upstream.ts';

/** A call of a backend. */
export type Call<T> = (models: ModelBackend) => Promise<T>;

/** The result of a call for a stub's response, and the stub's request. */
export async function ask<T>(handler: StubHandler, call: Call<T>, options: Partial<UpstreamOptions> = {}) {
  await using stub = await StubUpstream.start(handler);
  const answer = await call(createUpstreamBackend({ baseUrl: stub.baseUrl, ...options }));
  const request = stub.requests.at(-1);
  if (request === undefined) throw new Error('nothing was asked');
  return { answer, request, body: () => JSON.parse(request.body), baseUrl: stub.baseUrl };
}

/** The failure of a call for a stub's response. */
export async function askToFail<T>(handler: StubHandler, call: Call<T>): Promise<ModelError> {
  const outcome = await ask(handler, call).catch((error: unknown) => error);
  if (!(outcome instanceof ModelError)) throw new Error(`no ModelError: ${JSON.stringify(outcome)}`);
  return outcome;
}

export const MODEL = { id: '@cf/meta/llama-3.1-8b-instruct' };
export const REQUEST: Generation = { messages: [userSays('Hello')] };
export const never = new AbortController().signal;

/** The result of a stub's response. */
export async function getEvents(handler: StubHandler, request = REQUEST): Promise<GenerationEvent[]> {
  await using stub = await StubUpstream.start(handler);
  return await collect(createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, request, never));
}

/** All events before a failure, and the failure. */
export async function toOutcome(events: AsyncIterable<GenerationEvent>) {
  const seen: GenerationEvent[] = [];
  try {
    for await (const next of events) seen.push(next);
  } catch (error) {
    return { text: textOfEvents(seen), seen, error };
  }
  return { text: textOfEvents(seen), seen, error: undefined };
}

/** The failure of a generation for a stub's response, which must close every connection. */
export async function getFailure(handler: StubHandler, options: Partial<UpstreamOptions> = {}) {
  await using stub = await StubUpstream.start(handler);
  const models = createUpstreamBackend({ baseUrl: stub.baseUrl, ...options });
  const outcome = await toOutcome(models.generate(MODEL, REQUEST, never));
  if (!(outcome.error instanceof ModelError)) throw new Error(`no ModelError: ${outcome.error}`);
  const { reason, status, message } = outcome.error;
  return { reason, status, message, text: outcome.text };
}

/** Enough bytes of a PNG to detect its type. */
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 9]);
/** Enough bytes of a JPEG to detect its type. */
export const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
/** Enough bytes of an MP3 file to detect its type. */
export const MP3 = new Uint8Array([0x49, 0x44, 0x33, 4]);

/** A WAV file of 8-bit samples, 8000 a second. */
export function wav(samples: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(44 + samples));
  const tag = (offset: number, text: string) => {
    for (const [index, character] of [...text].entries())
      view.setUint8(offset + index, character.charCodeAt(0));
  };
  tag(0, 'RIFF');
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint32(28, 8000, true);
  tag(36, 'data');
  view.setUint32(40, samples, true);
  return new Uint8Array(view.buffer);
}
