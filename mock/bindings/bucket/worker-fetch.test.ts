import { describe, expect, it } from 'vitest';
import type { Bucket } from '../../../spec/services/object-storage/binding.ts';
import { createObjectStore, memoryStorage } from '../../engines/objects/index.ts';
import { createBucket } from './bucket.ts';
import { createStreamLengths } from './put-options.ts';
import { type WorkerModule, workerFetch } from './worker-fetch.ts';

interface Env {
  readonly OBJECTS: Bucket;
}

function served(worker: WorkerModule<Env>) {
  const lengths = createStreamLengths();
  const bucket = createBucket(createObjectStore({ storage: memoryStorage() }), { lengths });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  return { bucket, errors, fetch: workerFetch(worker, { env: { OBJECTS: bucket }, lengths, onError }) };
}

/** A Worker that stores what it is sent, and answers with all there is. */
const echo: WorkerModule<Env> = {
  async fetch(request, env) {
    if (request.method === 'PUT') await env.OBJECTS.put('a', request.body);
    const object = await env.OBJECTS.get('a');
    return object !== null && 'body' in object
      ? new Response(object.body, { status: 201 })
      : new Response(null);
  },
};

const put = (body: string | null, headers: Record<string, string>) =>
  new Request('http://localhost/', { method: 'PUT', body, headers });

describe('a Worker that is served', () => {
  it.each([1, 1_048_576, 1_048_577])(
    'takes bodies of known length, and says how long its own are: %i',
    async (size) => {
      const { fetch } = served(echo);
      const body = 'x'.repeat(size);
      const response = await fetch(put(body, { 'content-length': String(size) }));
      expect([response.status, response.headers.get('content-length')]).toEqual([201, String(size)]);
      expect((await response.text()) === body).toBe(true);
    },
  );

  it('takes a body that nothing is said of for none, and one that comes in chunks for one of unknown length', async () => {
    const { fetch, errors } = served(echo);
    expect((await fetch(put(null, {}))).status).toBe(201);
    const chunked = await fetch(put('abc', { 'transfer-encoding': 'chunked' }));
    expect([chunked.status, (await chunked.text()).split('\n')[0]]).toEqual([500, 'error code: 1101']);
    expect(errors).toEqual([expect.any(TypeError)]);
  });

  it('has what is put off run on, and its failures told', async () => {
    let isRun = false;
    const { fetch, errors } = served({
      async fetch(_request, _env, ctx) {
        ctx.waitUntil(Promise.resolve().then(() => (isRun = true)));
        ctx.waitUntil(Promise.reject(new Error('later')));
        ctx.passThroughOnException();
        return new Response('done');
      },
    });
    expect(await (await fetch(new Request('http://localhost/'))).text()).toBe('done');
    expect(isRun).toBe(true);
    expect(errors).toEqual([new Error('later')]);
  });
});
