import assert from 'node:assert/strict';
import nodeHttp from 'node:http';
import { Socket } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { http } from 'msw';
import { faultCases } from './control/faults/faults.shared.ts';
import { createMock } from './index.ts';
import { everyClientCases } from './runners/setup/every-client.shared.ts';
import { fetchCases } from './runners/setup/fetch.shared.ts';
import { gitCases } from './runners/setup/git.shared.ts';
import { renderingCases } from './runners/setup/rendering.shared.ts';
import { unknownCases } from './runners/setup/unknown.shared.ts';
import { type SharedCase, toStream, withServer } from './runners/setup/workbench.shared.ts';
import { eventStreamCases } from './services/touchstone/event-stream.shared.ts';
import { type InterceptedNetwork, setupNetwork } from './setup.ts';

type Mock = ReturnType<typeof createMock>;

const orders = 'http://api.example.localhost/orders';

/** Runs a function while the handlers of mocks intercept this process, then closes everything. */
async function withMocks(
  mocks: readonly Mock[],
  handlers: Parameters<typeof setupNetwork>[0],
  use: (network: InterceptedNetwork) => Promise<unknown>,
): Promise<void> {
  const network = await setupNetwork(handlers);
  try {
    await use(network);
  } finally {
    network.close();
    for (const mock of mocks) await mock.close();
  }
}

/** Calls the API through the network, as an application does, and returns the result of a success. */
function caller(mock: Mock, base = 'http://localhost:4800/client/v4') {
  return async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${mock.defaults.apiToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    assert.equal(answer.success, true, `${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.result;
  };
}

/** Protects the orders endpoint of a mock's zone with a fresh ES256 key. */
async function protectOrders(mock: Mock, base?: string) {
  const call = caller(mock, base);
  const zone = `/zones/${mock.defaults.zoneId}`;
  const host = new URL(orders).hostname;
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const config = await call('POST', `${zone}/token_validation/config`, {
    title: 'Orders',
    description: 'Tokens of the order service',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'jwt',
    credentials: { keys: [{ ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256' }] },
  });
  await call('POST', `${zone}/api_gateway/operations`, [{ method: 'GET', host, endpoint: '/orders' }]);
  await call('POST', `${zone}/token_validation/rules/bulk`, [
    {
      title: 'Orders need a token',
      description: '',
      action: 'block',
      enabled: true,
      expression: `is_jwt_valid("${config['id']}")`,
      selector: { include: [{ host: [host] }] },
    },
  ]);
  const sign = () =>
    new SignJWT({ sub: 'user-1' }).setProtectedHeader({ alg: 'ES256', kid: 'key-1' }).sign(privateKey);
  return { good: await sign(), config };
}

async function getStatus(url: string, token?: string): Promise<number> {
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status;
}

/** An answer of `node:http`. */
function getMessage(url: string, headers: Record<string, string>): Promise<nodeHttp.IncomingMessage> {
  return new Promise((resolve, reject) => {
    nodeHttp.get(url, { headers }, resolve).on('error', reject);
  });
}

/** The text of an answer with a length; without one its connection could not be reused. */
async function readFramed(message: nodeHttp.IncomingMessage): Promise<string> {
  const bytes = Buffer.concat(await Array.fromAsync(message));
  assert.equal(message.headers['content-length'], String(bytes.length));
  return bytes.toString();
}

const mockCases: readonly SharedCase[] = [
  {
    title: 'the API answers under any origin, and refuses an unknown token',
    run: () => {
      const mock = createMock();
      return withMocks([mock], mock.handlers(), async () => {
        for (const origin of ['https://api.cloudflare.com', 'http://localhost:4800']) {
          const result = await caller(mock, `${origin}/client/v4`)('GET', '/user/tokens/verify');
          assert.equal(result['status'], 'active');
        }
        const url = 'https://api.cloudflare.com/client/v4/user/tokens/verify';
        assert.notEqual(await getStatus(url, `${mock.defaults.apiToken}x`), 200);
      });
    },
  },
  {
    title: 'every answer keeps its own headers, whatever else is requested and however they are read',
    run: () => {
      const mock = createMock();
      return withMocks([mock], mock.handlers(), async () => {
        const headers = { authorization: `Bearer ${mock.defaults.apiToken}` };
        const asked = { '/user/tokens/verify': 'user.token.verify', '/zones': 'zones.zone.list' };
        const urls = Object.keys(asked).map((path) => `http://localhost:4800/client/v4${path}`);
        const wanted = Object.values(asked);
        const fetched = await Promise.all(urls.map((url) => fetch(url, { headers })));
        const copies = fetched.map((answer) => new Headers(answer.headers));
        assert.deepEqual(
          copies.map((copy) => copy.get('touchstone-operation')),
          wanted,
        );
        await Promise.all(fetched.map((answer) => answer.text()));
        const messages = await Promise.all(urls.map((url) => getMessage(url, headers)));
        assert.deepEqual(
          messages.map((message) => message.headers['touchstone-operation']),
          wanted,
        );
        for (const message of messages) await readFramed(message);
      });
    },
  },
  {
    title: 'an answer of a zone is streamed as it comes',
    run: () => {
      const parts = Promise.withResolvers<void>();
      const written = async function* () {
        yield new TextEncoder().encode('one ');
        await parts.promise;
        yield new TextEncoder().encode('two');
      };
      const origin = () => new Response(toStream(written()));
      const mock = createMock({ origin });
      return withMocks([mock], mock.handlers(), async () => {
        const message = await getMessage(`${orders}/parts`, {});
        assert.equal(message.headers['content-length'], undefined);
        parts.resolve();
        const pieces = await Array.fromAsync(message);
        assert.equal(Buffer.concat(pieces).toString(), 'one two');
      });
    },
  },
  {
    title: 'requests share a connection, even though they are answered at once',
    run: async () => {
      const connect = Socket.prototype.connect;
      let connections = 0;
      Socket.prototype.connect = function (...args: unknown[]) {
        connections++;
        return Reflect.apply(connect, this, args);
      };
      try {
        const mock = createMock();
        await withMocks([mock], mock.handlers(), async () => {
          const origins = ['http://one.test', 'http://one.example.localhost'];
          for (const origin of origins) {
            for (let count = 0; count < 10; count++) await getStatus(`${origin}/client/v4/zones`);
          }
          // MSW 3 opens two for one on Node; interceptors of other clients open none.
          assert.ok(connections <= 2 * origins.length, `${connections} connections`);
        });
      } finally {
        Socket.prototype.connect = connect;
      }
    },
  },
  {
    title: 'a zone accepts a valid token and blocks an invalid or missing one',
    run: () => {
      const mock = createMock();
      return withMocks([mock], mock.handlers(), async () => {
        assert.equal(await getStatus(orders), 200);
        const { good } = await protectOrders(mock);
        const [head, payload, signature] = good.split('.');
        const tampered = `${head}.${payload}.${signature?.slice(0, -4)}AAAA`;
        assert.equal(await getStatus(orders, good), 200);
        assert.equal(await getStatus(orders, tampered), 403);
        assert.equal(await getStatus(orders), 403);
        assert.equal(await getStatus('https://example.localhost:8443/'), 200);
      });
    },
  },
  {
    title: 'a zone converts a page to Markdown for clients that accept it, once the setting is on',
    run: () => {
      const page = '<title>Lamps</title><h1>Lamps</h1><nav>Home</nav><p>See <a href="all">all</a>.</p>';
      const origin = () => new Response(page, { headers: { 'content-type': 'text/html', etag: '"1"' } });
      const mock = createMock({ origin });
      return withMocks([mock], mock.handlers(), async () => {
        const ask = async () => {
          const answer = await fetch('http://shop.example.localhost/lamps/', {
            headers: { accept: 'text/markdown' },
          });
          return [answer.headers.get('content-type'), answer.headers.get('etag'), await answer.text()];
        };
        assert.deepEqual(await ask(), ['text/html', '"1"', page]);
        const setting = `/zones/${mock.defaults.zoneId}/settings/content_converter`;
        await caller(mock)('PATCH', setting, { value: 'on' });
        const markdown = '# Lamps\n\nSee [all](http://shop.example.localhost/lamps/all).\n';
        assert.deepEqual(await ask(), ['text/markdown; charset=utf-8', null, markdown]);
      });
    },
  },
  {
    title: 'models answer whole, as a stream that is read to its end, and as a stream that is cancelled',
    run: () => {
      const mock = createMock();
      return withMocks([mock], mock.handlers(), async () => {
        const ask = (stream: boolean, signal?: AbortSignal) =>
          fetch(`https://any.test/client/v4/accounts/${mock.defaults.accountId}/ai/v1/chat/completions`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${mock.defaults.apiToken}`,
              'content-type': 'application/json',
            },
            body: JSON.stringify({
              model: 'openai/gpt-5',
              messages: [{ role: 'user', content: 'What is 6 times 7?' }],
              stream,
            }),
            ...(signal && { signal }),
          });
        const whole = await (await ask(false)).json();
        assert.match(whole.choices[0].message.content, /42/);
        const streamed = await ask(true);
        assert.equal(streamed.headers.get('content-type'), 'text/event-stream');
        assert.match(await streamed.text(), /data: \[DONE\]\n\n$/);
        mock.models.add({ reply: { text: 'One two three', tokensPerSecond: 2 } });
        const leaving = new AbortController();
        const left = await ask(true, leaving.signal);
        await left.body?.getReader().read();
        leaving.abort();
        const logs = mock.world.account(mock.defaults.accountId)?.gatewayLogs;
        const newest = () => logs?.list('default').at(-1)?.entry;
        const deadline = performance.now() + 5_000;
        while (newest()?.success !== false && performance.now() < deadline) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        assert.equal(newest()?.success, false);
      });
    },
  },
  {
    title: 'a base URL with another path serves the same API, and no other path does',
    run: () =>
      withServer((origin) => {
        const mock = createMock();
        const base = 'https://edge.test/api/v4';
        return withMocks([mock], mock.handlers({ baseUrl: base }), async () => {
          const { config } = await protectOrders(mock, base);
          const path = `/zones/${mock.defaults.zoneId}/token_validation/config/${config['id']}`;
          assert.equal((await caller(mock, base)('GET', path))['title'], 'Orders');
          const response = await fetch(`${origin}/client/v4/user/tokens/verify`);
          assert.equal(response.headers.get('x-real'), 'yes');
          await response.arrayBuffer();
        });
      }),
  },
  {
    title: 'an override of use() takes precedence over the mock until resetHandlers()',
    run: () => {
      const mock = createMock();
      return withMocks([mock], mock.handlers(), async (network) => {
        network.use(http.get('*/client/v4/user/tokens/verify', () => new Response(null, { status: 503 })));
        const url = 'http://localhost:4800/client/v4/user/tokens/verify';
        assert.equal(await getStatus(url, mock.defaults.apiToken), 503);
        network.resetHandlers();
        assert.equal(await getStatus(url, mock.defaults.apiToken), 200);
      });
    },
  },
  {
    title: 'two mocks in one process share nothing',
    run: () => {
      const [first, second] = [createMock(), createMock()];
      const base = { first: 'https://first.test/client/v4', second: 'https://second.test/client/v4' };
      const handlers = [
        ...first.handlers({ baseUrl: base.first }),
        ...second.handlers({ baseUrl: base.second, zones: [] }),
      ];
      return withMocks([first, second], handlers, async () => {
        const { config } = await protectOrders(first, base.first);
        const path = `/zones/${first.defaults.zoneId}/token_validation/config/${config['id']}`;
        assert.equal(await getStatus(`${base.first}${path}`, first.defaults.apiToken), 200);
        assert.equal(await getStatus(`${base.second}${path}`, second.defaults.apiToken), 404);
      });
    },
  },
];

/**
 * The shared tests of the handlers: they pass on Bun, Deno and Node, under MSW 2 and MSW 3. The unit tests run them on
 * their own runtime; `handlers.runtimes.test.ts` runs them on all of them.
 */
export const sharedCases: readonly SharedCase[] = [
  ...mockCases,
  ...eventStreamCases,
  ...faultCases,
  ...everyClientCases,
  ...fetchCases,
  ...renderingCases,
  ...gitCases,
  ...unknownCases,
];
