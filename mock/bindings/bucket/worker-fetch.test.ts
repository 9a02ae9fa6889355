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

/** A Worker that stores the request body, and answers with all objects. */
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

describe('a Worker on a server', () => {
  it.each([1, 1_048_576, 1_048_577])(
    'accepts bodies of known length, and states the length of its own: %i',
    async (size) => {
      const { fetch } = served(echo);
      const body = 'x'.repeat(size);
      const response = await fetch(put(body, { 'content-length': String(size) }));
      expect([response.status, response.headers.get('content-length')]).toEqual([201, String(size)]);
      expect((await response.text()) === body).toBe(true);
    },
  );

  it('treats an unannounced body as none, and a chunked one as of unknown length', async () => {
    const { fetch, errors } = served(echo);
    expect((await fetch(put(null, {}))).status).toBe(201);
    const chunked = await fetch(put('abc', { 'transfer-encoding': 'chunked' }));
    expect([chunked.status, (await chunked.text()).split('\n')[0]]).toEqual([500, 'error code: 1101']);
    expect(errors).toEqual([expect.any(TypeError)]);
  });

  it('runs deferred work, and reports its failures', async () => {
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
