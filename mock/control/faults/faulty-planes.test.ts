import { describe, expect, it, vi } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';

const zone = 'http://example.localhost/orders';

/** A mock whose origin counts its requests. */
function start() {
  const asked: string[] = [];
  const mock = createMock({
    origin: (request) => {
      asked.push(new URL(request.url).pathname);
      return new Response('A page.', { headers: { 'content-type': 'text/plain' } });
    },
  });
  return { mock, asked };
}

describe('a fault of a zone', () => {
  it.each([
    [502, null, /Bad gateway/],
    [502, 'application/problem+json', /"error_code":502/],
    [503, null, /Error 503/],
    [429, null, /Error 429/],
  ])('is answered with the page of its status: %d for %s', async (status, accept, words) => {
    const { mock, asked } = start();
    mock.faults.add({ operation: 'edge', status });
    const answer = await mock.edge(new Request(zone, { headers: accept === null ? {} : { accept } }));
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(words);
    expect(answer.headers.get('touchstone-fault')).toBe('fault-1');
    expect(answer.headers.get('retry-after') !== null).toBe(status !== 503);
    expect(asked).toEqual([]);
    expect(mock.findRequest(() => true)).toMatchObject({
      plane: 'edge',
      status,
      explanation: ['fault-1 replaced its answer.'],
    });
  });

  it('is answered with its own body', async () => {
    const { mock } = start();
    mock.faults.add({
      operation: 'edge.request',
      status: 500,
      body: { oops: true },
      headers: { 'x-a': 'b' },
    });
    const answer = await mock.edge(new Request(zone));
    expect([answer.status, await answer.json(), answer.headers.get('x-a')]).toEqual([
      500,
      { oops: true },
      'b',
    ]);
  });

  it.each([
    ['before', []],
    ['after', ['/orders']],
  ] as const)('drops the connection %s the origin is called', async (drop, expected) => {
    const { mock, asked } = start();
    mock.faults.add({ operation: 'edge', drop });
    expect((await mock.edge(new Request(zone))).type).toBe('error');
    expect(asked).toEqual(expected);
    expect(mock.findRequest(() => true)).toMatchObject({ plane: 'edge', status: 0 });
  });

  it('cuts the page', async () => {
    const { mock } = start();
    mock.faults.add({ operation: 'edge', truncate: { bytes: 3 } });
    const answer = await mock.edge(new Request(zone));
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('applies to its zone and path only', async () => {
    const { mock } = start();
    const [one, other] = [mock.tenant(), mock.tenant()];
    one.faults.add({ operation: 'edge', match: { path: '/orders*' }, status: 503 });
    const ask = async (host: string, path: string) =>
      (await mock.edge(new Request(`http://${host}${path}`))).status;
    expect(await ask(one.zoneName, '/orders/7')).toBe(503);
    expect(await ask(one.zoneName, '/')).toBe(200);
    expect(await ask(other.zoneName, '/orders/7')).toBe(200);
  });

  it('waits by the clock of its account', async () => {
    const { mock, asked } = start();
    const tenant = mock.tenant();
    tenant.clock.freeze();
    tenant.faults.add({ operation: 'edge', latencyMs: 60_000 });
    const answered = tenant.edge(new Request(`http://${tenant.zoneName}/`));
    await vi.waitUntil(() => tenant.faults.list()[0]?.used === 1, { timeout: 60_000 });
    expect(asked).toEqual([]);
    tenant.clock.advance(60);
    expect((await answered).status).toBe(200);
  });
});

describe('a fault of a Worker', () => {
  const worker = { fetch: async () => Response.json({ done: true }) };
  const ask = (mock: ReturnType<typeof createMock>) =>
    mock.worker(worker, {})(new Request('http://localhost/'));

  it('replaces the answer', async () => {
    const { mock } = start();
    mock.faults.add({ operation: 'worker', status: 503, times: 'once' });
    const answer = await ask(mock);
    expect([answer.status, await answer.text()]).toEqual([503, 'fault-1 requested this answer.']);
    expect(mock.findRequest(() => true)).toMatchObject({ plane: 'worker', status: 503 });
    expect(await (await ask(mock)).json()).toEqual({ done: true });
  });

  it('truncates the answer and drops the connection', async () => {
    const { mock } = start();
    mock.faults.add({ operation: 'worker', drop: 'after' });
    mock.faults.add({ operation: 'worker', truncate: { share: 0.5 }, times: 'once' });
    await expect((await ask(mock)).text()).rejects.toThrow('terminated');
    expect((await ask(mock)).type).toBe('error');
  });
});
