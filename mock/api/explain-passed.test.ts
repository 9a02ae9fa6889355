import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { createHandlers, type HandlerOptions } from '../handlers.ts';

const local = { baseUrl: 'http://localhost:4800/client/v4', zones: ['*.shop.test'] };
const notBelow = ['The option baseUrl is http://localhost:4800/client/v4, which this URL is not below.'];
const ofZone = (host: string) => [
  `${host} belongs to the zone example.localhost of this mock, but the option zones has *.shop.test.`,
  "Add '*.example.localhost' to it.",
];

it.each<[HandlerOptions, string, readonly string[] | undefined]>([
  [local, 'https://api.cloudflare.com/client/v4/zones', notBelow],
  [local, 'https://localhost:4800/client/v4', notBelow],
  [local, 'http://localhost:4801/_touchstone/info', notBelow],
  [local, 'http://localhost:4801/git/01a7362d577a6c3019a474fd6f485823/default/a.git/info/refs', notBelow],
  [local, 'http://api.example.localhost:81/orders', ofZone('api.example.localhost')],
  [local, 'https://EXAMPLE.localhost/', ofZone('example.localhost')],
  [local, 'https://elsewhere.test/orders', undefined],
  [local, 'https://elsewhere.test/client/v40', undefined],
  [{}, 'https://elsewhere.test/', undefined],
])('with %j, of %s the mock says %j', async (options, url, explanation) => {
  const mock = createMock();
  for (const handler of createHandlers(mock, options)) {
    const request = new Request(url, { method: 'POST' });
    expect(await handler.run({ request, requestId: '1' })).toBeNull();
  }
  const seen = mock.unknown().map(({ method, explanation: lines }) => ({ method, lines }));
  expect(seen).toEqual(explanation ? [{ method: 'POST', lines: explanation }] : []);
});

it('names the origin of a request that it passed on', async () => {
  const mock = createMock();
  const [handler] = createHandlers(mock, local);
  const request = new Request('https://api.cloudflare.com/client/v4/zones?page=2');
  await handler?.run({ request, requestId: '1' });
  expect(mock.unknown()[0]?.path).toBe('https://api.cloudflare.com/client/v4/zones');
});
