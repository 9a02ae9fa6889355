import assert from 'node:assert/strict';
import nodeHttp from 'node:http';
import { bypass, http, passthrough } from 'msw';
import {
  echo,
  type SharedCase,
  toStream,
  withNetwork,
  withoutConsole,
  withServer,
  zone,
} from './workbench.shared.ts';

const text = new TextEncoder();

/** How requests travel through an intercepted network: features of `fetch` alone, and the switches. */
export const fetchCases: readonly SharedCase[] = [
  {
    title: 'fetch streams a request body to the mock',
    run: () =>
      withNetwork(echo, async () => {
        const body = toStream(
          (async function* () {
            yield text.encode('one ');
            yield text.encode('two');
          })(),
        );
        // The DOM's types lack `duplex` so far, which a streamed body requires.
        const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
        const response = await fetch(`${zone}/`, init);
        assert.equal(await response.text(), 'one two');
      }),
  },
  {
    title: 'fetch follows a redirect from one mocked URL to another',
    run: () =>
      withNetwork(
        (request) =>
          request.url.endsWith('/old')
            ? new Response(null, { status: 301, headers: { location: '/new' } })
            : new Response('arrived'),
        async () => {
          const response = await fetch(`${zone}/old`);
          assert.equal(await response.text(), 'arrived');
          assert.equal(response.url, `${zone}/new`);
          assert.equal(response.redirected, true);
        },
      ),
  },
  {
    title: 'aborting a fetch rejects it, and the mock sees the signal',
    run: () => {
      const asked = Promise.withResolvers<void>();
      const aborted = Promise.withResolvers<void>();
      return withNetwork(
        async (request) => {
          request.signal.addEventListener('abort', () => aborted.resolve());
          asked.resolve();
          await aborted.promise;
          return new Response('late');
        },
        async () => {
          const controller = new AbortController();
          const pending = fetch(`${zone}/`, { signal: controller.signal });
          await asked.promise;
          controller.abort();
          await assert.rejects(pending, { name: 'AbortError' });
          await aborted.promise;
        },
      );
    },
  },
  {
    title: 'aborting a fetch ends a body that is being read, and its source',
    run: () => {
      const cancelled = Promise.withResolvers<void>();
      const endless = () =>
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(text.encode('.')),
          cancel: () => cancelled.resolve(),
        });
      return withNetwork(
        () => new Response(endless()),
        async () => {
          const controller = new AbortController();
          const response = await fetch(`${zone}/`, { signal: controller.signal });
          const reader = response.body?.getReader();
          assert.ok((await reader?.read())?.value);
          controller.abort();
          await assert.rejects(
            async () => {
              // Pieces in flight may still arrive.
              for (let count = 0; count < 1000; count += 1) await reader?.read();
            },
            { name: 'AbortError' },
          );
          await cancelled.promise;
        },
      );
    },
  },
  {
    title: 'fetch reaches the real server through passthrough() and bypass()',
    run: () =>
      withNetwork(echo, (network) =>
        withServer(async (origin) => {
          network.use(http.get(`${origin}/through`, () => passthrough()));
          assert.equal((await fetch(`${origin}/through`)).headers.get('x-real'), 'yes');
          network.use(http.get(`${origin}/past`, () => new Response('mocked')));
          const past = await fetch(bypass(`${origin}/past`, { headers: { accept: 'text/plain' } }));
          assert.equal(past.headers.get('x-real'), 'yes');
          assert.equal(past.headers.get('x-seen'), 'GET text/plain');
        }),
      ),
  },
  {
    title: 'a one-time override answers once, and again after restoreHandlers()',
    run: () =>
      withNetwork(echo, async (network) => {
        const read = async () => (await fetch(`${zone}/`)).status;
        network.use(http.get(`${zone}/`, () => new Response(null, { status: 503 }), { once: true }));
        assert.deepEqual([await read(), await read()], [503, 200]);
        network.restoreHandlers();
        assert.deepEqual([await read(), await read()], [503, 200]);
        assert.equal(network.listHandlers().length, 2);
      }),
  },
  {
    title: 'a request that passes through writes nothing to the console',
    run: () =>
      withNetwork(echo, () =>
        withServer(async (origin) => {
          const warnings = await withoutConsole('warn', async () => {
            await (await fetch(origin)).text();
          });
          assert.deepEqual(warnings, []);
        }),
      ),
  },
  {
    title: 'close() restores the original fetch and node:http',
    run: async () => {
      const before = [globalThis.fetch, nodeHttp.request, nodeHttp.get];
      await withNetwork(echo, async () => {
        assert.notEqual(globalThis.fetch, before[0]);
      });
      assert.deepEqual([globalThis.fetch, nodeHttp.request, nodeHttp.get], before);
    },
  },
  {
    title: 'fifty parallel requests each get their own answer',
    run: () =>
      withNetwork(echo, async () => {
        const sent = Array.from({ length: 50 }, (_, index) => `request ${index}`);
        const received = await Promise.all(
          sent.map(async (body) => (await fetch(`${zone}/`, { method: 'POST', body })).text()),
        );
        assert.deepEqual(received, sent);
      }),
  },
];
