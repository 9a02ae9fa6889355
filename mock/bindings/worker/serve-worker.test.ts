import { describe, expect, it } from 'vitest';
import type { Bucket } from '../../../spec/services/object-storage/binding.ts';
import { createMock } from '../../assembly/create-mock.ts';
import type { WorkerContext } from '../bucket/worker-fetch.ts';

const files = { r2_buckets: [{ binding: 'FILES', bucket_name: 'files' }] } as const;
const url = 'http://localhost/';

describe('a Worker of a mock', () => {
  it('puts bodies of any length without a server', async () => {
    const mock = createMock();
    const fetch = mock.worker(
      {
        async fetch(request: Request, env: { readonly FILES: Bucket }) {
          await env.FILES.put('a', request.body);
          return new Response(`${(await env.FILES.head('a'))?.size}`);
        },
      },
      files,
    );
    const put = async (body: BodyInit | null) =>
      (await fetch(new Request(url, { method: 'PUT', body }))).text();
    expect(await put('text')).toBe('4');
    expect(await put(null)).toBe('0');
    expect(await put('x'.repeat(2_000_000))).toBe('2000000');
  });

  it('puts other streams than request bodies, and refuses a chunked body', async () => {
    const fetch = createMock().worker(
      {
        async fetch(request: Request, env: { readonly FILES: Bucket }) {
          const stored = await env.FILES.put('a', request.body ?? new Response('from elsewhere').body);
          const copied = await env.FILES.get('a');
          await env.FILES.put('b', copied && 'body' in copied ? copied.body : null);
          return new Response(`${stored?.size} ${(await env.FILES.head('b'))?.size}`);
        },
      },
      files,
    );
    expect(await (await fetch(new Request(url))).text()).toBe('14 14');
    const headers = { 'transfer-encoding': 'chunked' };
    const chunked = new Request(url, { method: 'PUT', body: 'text', headers });
    const refused = await fetch(chunked, { address: '127.0.0.1', loopback: true });
    expect(await refused.text()).toContain('Provided readable stream must have a known length');
  });

  it.each<[string, BodyInit | null, string, Response, string | null, string | null]>([
    ['JSON', '{"a":1}', 'application/json', Response.json({ b: 2 }), '{"a":1}', '{"b":2}'],
    ['text, which may be a stream', 'asked', 'text/plain', new Response('said'), 'asked', null],
    ['bytes', 'asked', 'image/png', new Response(new Uint8Array(3)), null, null],
    ['a long text', 'x'.repeat(70_000), 'text/plain', new Response(null), null, null],
    ['a failure', null, 'text/plain', new Response('broken', { status: 503 }), null, 'broken'],
  ])('records request and answer of %s in the journal', async (_, body, type, response, asked, said) => {
    const mock = createMock();
    const fetch = mock.worker({ fetch: () => response }, {});
    const headers = { 'content-type': type };
    const answer = await fetch(new Request(url, { method: body === null ? 'GET' : 'POST', headers, body }));
    const [entry] = [...mock.journal.entries()];
    expect(entry).toMatchObject({ plane: 'worker', request_body: asked, response_body: said, url });
    expect(answer.status).toBe(entry?.status);
    if (said !== null) expect(await answer.text()).toBe(said);
  });

  it('can read a body that the journal has read', async () => {
    const fetch = createMock().worker(
      { fetch: async (request: Request) => new Response(await request.text()) },
      {},
    );
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new Request(url, { method: 'POST', headers, body: '{"a":1}' }));
    expect(await answer.text()).toBe('{"a":1}');
  });

  it('is awaited until its deferred work has finished', async () => {
    const mock = createMock();
    const done: string[] = [];
    const later = async (name: string) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      done.push(name);
    };
    const fetch = mock.worker(
      {
        fetch(_request: Request, _env: object, ctx: WorkerContext) {
          ctx.waitUntil(later('first').then(() => ctx.waitUntil(later('second'))));
          return new Response('soon');
        },
      },
      {},
    );
    expect(await (await fetch(new Request(url))).text()).toBe('soon');
    expect(done).toEqual([]);
    await mock.settled();
    expect(done).toEqual(['first', 'second']);
  });

  it('that throws is answered with 500, or by the origin of the zone with pass-through', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const fetch = createMock().worker(
      {
        async fetch(request: Request, _env: object, ctx: WorkerContext) {
          const { pathname } = new URL(request.url);
          if (pathname !== '/broken') ctx.passThroughOnException();
          if (pathname === '/read') await request.text();
          throw new Error(`at ${pathname}`);
        },
      },
      {},
      { onError },
    );
    const broken = await fetch(new Request(`${url}broken`));
    expect([broken.status, await broken.text()]).toEqual([500, 'error code: 1101\nError: at /broken\n']);
    const passed = await fetch(new Request(`${url}passed`));
    expect(await passed.text()).toContain('GET /passed reached the origin of this zone.');
    // A body can't be read twice.
    expect((await fetch(new Request(`${url}read`, { method: 'POST', body: 'x' }))).status).toBe(500);
    expect(errors).toHaveLength(3);
  });
});

describe('a Worker on bindings of a tenant', () => {
  const worker = { fetch: () => new Response('done') };

  it("is recorded in that tenant's journal alone, with its time", async () => {
    const mock = createMock();
    const [own, other] = [mock.tenant(), mock.tenant()];
    own.clock.freeze(Date.UTC(2030, 0, 1));
    await mock.worker(worker, { accountId: own.accountId })(new Request(url));
    expect(own.journal.find({ plane: 'worker' })).toMatchObject({
      account_id: own.accountId,
      at: '2030-01-01T00:00:00.000000Z',
    });
    expect(own.journal.count({ plane: 'worker' })).toBe(1);
    expect(other.journal.count({})).toBe(0);
    expect(mock.journal.of({ accountId: mock.defaults.accountId }).count({})).toBe(0);
  });

  it('has the faults of that tenant and of the mock, and no others', async () => {
    const mock = createMock();
    const [own, other] = [mock.tenant(), mock.tenant()];
    const ask = async (accountId?: string) =>
      (await mock.worker(worker, { accountId })(new Request(url))).status;
    own.faults.add({ operation: 'worker', status: 503 });
    expect([await ask(own.accountId), await ask(other.accountId), await ask()]).toEqual([503, 200, 200]);
    mock.faults.add({ operation: 'worker', status: 500, match: { account: mock.defaults.accountId } });
    expect([await ask(own.accountId), await ask()]).toEqual([503, 500]);
  });

  it('that throws with pass-through is answered by the zone of that tenant', async () => {
    const mock = createMock({ origin: (_, { zone }) => new Response(zone) });
    const tenant = mock.tenant();
    const failing = {
      fetch(_: Request, __: unknown, context: WorkerContext): Response {
        context.passThroughOnException();
        throw new Error('on purpose');
      },
    };
    const ask = async (accountId?: string) =>
      (await mock.worker(failing, { accountId }, { onError: () => {} })(new Request(url))).text();
    expect([await ask(tenant.accountId), await ask()]).toEqual([tenant.zoneName, mock.defaults.zoneName]);
  });
});
