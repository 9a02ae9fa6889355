import { getResponse } from 'msw';
import { expect, test } from 'vitest';
import { sharedCases } from './handlers.shared.ts';
import { createHandlers, type HandlerOptions } from './handlers.ts';
import { HandlerOptionError } from './runners/handlers/destination.ts';

/** Calls the handlers of a mock that answers with the plane and the request. */
async function ask(request: Request, options?: HandlerOptions): Promise<string | undefined> {
  const say = (plane: string) => async (seen: Request) =>
    new Response(`${plane} ${seen.method} ${seen.url} ${seen.headers.get('x-sent')} ${await seen.text()}`);
  const handlers = createHandlers({ fetch: say('api'), edge: say('edge') }, options);
  return (await getResponse(handlers, request))?.text();
}

// A browser is unpacked before its first use.
for (const { title, run } of sharedCases) test(title, run, 60_000);

test('the number of handlers is one, whatever the number of endpoints and zones', () => {
  const mock = { fetch: async () => new Response(), edge: async () => new Response() };
  expect(createHandlers(mock, { zones: ['a.test', '*.b.test', 'c.test'] })).toHaveLength(1);
});

test('a request under another base path keeps method, headers, query and body', async () => {
  const request = new Request('https://a.test/v9/zones?page=2', {
    method: 'POST',
    headers: { 'x-sent': 'value' },
    body: '{"name":"shop.test"}',
  });
  expect(await ask(request, { baseUrl: 'https://a.test/v9' })).toBe(
    'api POST https://a.test/client/v4/zones?page=2 value {"name":"shop.test"}',
  );
});

test('a request under another base path is aborted with the original', async () => {
  const controller = new AbortController();
  const signal = await new Promise<AbortSignal>((resolve) => {
    const plane = async (request: Request) => {
      resolve(request.signal);
      return new Response();
    };
    const handlers = createHandlers({ fetch: plane, edge: plane }, { baseUrl: 'https://a.test/v9' });
    void getResponse(handlers, new Request('https://a.test/v9/x', { signal: controller.signal }));
  });
  controller.abort();
  expect(signal.aborted).toBe(true);
});

test('a request for another host is passed to other handlers', async () => {
  expect(await ask(new Request('https://other.test/'))).toBeUndefined();
});

test('without zones, zone traffic is passed to other handlers', async () => {
  expect(await ask(new Request('http://api.example.localhost/'), { zones: [] })).toBeUndefined();
});

test('an invalid option is refused when the handlers are made', () => {
  const mock = { fetch: async () => new Response(), edge: async () => new Response() };
  expect(() => createHandlers(mock, { baseUrl: 'nowhere' })).toThrow(HandlerOptionError);
});
