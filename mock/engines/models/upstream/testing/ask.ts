import type { ModelBackend } from '../../backend.ts';
import { ModelError } from '../../model-error.ts';
import { createUpstreamBackend } from '../create-upstream-backend.ts';
import type { UpstreamOptions } from '../options.ts';
import { type StubHandler, StubUpstream } from './stub-upstream.ts';

/** A call of a backend. */
export type Call<T> = (models: ModelBackend) => Promise<T>;

/** What a call gives for a stub's answer, and what the stub was asked. */
export async function ask<T>(handler: StubHandler, call: Call<T>, options: Partial<UpstreamOptions> = {}) {
  await using stub = await StubUpstream.start(handler);
  const answer = await call(createUpstreamBackend({ baseUrl: stub.baseUrl, ...options }));
  const request = stub.requests.at(-1);
  if (request === undefined) throw new Error('nothing was asked');
  return { answer, request, body: () => JSON.parse(request.body), baseUrl: stub.baseUrl };
}

/** How a call fails by what a stub answers. */
export async function askToFail<T>(handler: StubHandler, call: Call<T>): Promise<ModelError> {
  const outcome = await ask(handler, call).catch((error: unknown) => error);
  if (!(outcome instanceof ModelError)) throw new Error(`no ModelError: ${JSON.stringify(outcome)}`);
  return outcome;
}
