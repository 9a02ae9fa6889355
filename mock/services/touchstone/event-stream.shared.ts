import assert from 'node:assert/strict';
import { type ServerSentEvent, serverSentEvents } from '../../../spec/server-sent-events.ts';
import { createMock } from '../../index.ts';
import type { SharedCase } from '../../runners/setup/workbench.shared.ts';
import { setupNetwork } from '../../setup.ts';

type Mock = ReturnType<typeof createMock>;

/** A mock, and a way to reach it. */
interface Access {
  readonly mock: Mock;
  /** Origin of the API. */
  readonly origin: string;
  fetch(input: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const accesses: Readonly<Record<string, () => Promise<Access>>> = {
  'in process': async () => {
    const mock = createMock();
    const ask = (input: string, init?: RequestInit) => mock.fetch(new Request(input, init));
    return { mock, origin: 'http://localhost:4800', fetch: ask, close: () => mock.close() };
  },
  'over a socket': async () => {
    const mock = createMock();
    const { api } = await mock.listen({ port: 0 });
    return { mock, origin: new URL(api).origin, fetch, close: () => mock.close() };
  },
  'through handlers': async () => {
    const mock = createMock();
    const network = await setupNetwork(mock.handlers());
    const close = async () => {
      network.close();
      await mock.close();
    };
    return { mock, origin: 'http://localhost:4800', fetch: (...args) => fetch(...args), close };
  },
};

/** A client of the stream. */
interface Listener {
  /** The path of the next event, and its message. */
  next(): Promise<{ readonly path: string; readonly message: ServerSentEvent }>;
  /** Whether the stream ended by itself. */
  ended(): Promise<boolean>;
  close(): void;
}

async function listen(access: Access, query = '', lastEventId?: string): Promise<Listener> {
  const url = `${access.origin}/_touchstone/zones/${access.mock.defaults.zoneId}/events/stream${query}`;
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const { signal, abort } = createAbort();
  // Abort both: MSW 2 keeps a copy of every body, so there only aborting the request ends the stream.
  const response = await access.fetch(url, { headers, signal });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.ok(response.body);
  const connected = Promise.withResolvers<void>();
  const events = serverSentEvents(response.body, { signal, retry: () => connected.resolve() });
  let ahead: Promise<IteratorResult<ServerSentEvent>> | undefined = events.next();
  ahead.catch(() => {}); // Who left does not care how the stream ended.
  await connected.promise;
  const take = async () => {
    const result = await (ahead ?? events.next());
    ahead = undefined;
    return result;
  };
  return {
    async next() {
      const { done, value } = await take();
      assert.ok(!done, 'the stream ended');
      return { path: JSON.parse(value.data).clientRequestPath, message: value };
    },
    ended: () =>
      take().then(
        ({ done }) => done === true,
        (error: Error) => error.name === 'AbortError',
      ),
    close: abort,
  };
}

function createAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Makes every token of a zone invalid, so that each request leaves an event. */
async function guard({ mock }: Access) {
  const headers = { authorization: `Bearer ${mock.defaults.apiToken}`, 'content-type': 'application/json' };
  const keys = [{ kty: 'oct', kid: 'a', alg: 'HS256', k: 'a'.repeat(64) }];
  const body = {
    title: '',
    description: '',
    token_type: 'jwt',
    token_sources: ['http.request.headers["x-token"][0]'],
    credentials: { keys },
  };
  const url = `http://localhost/client/v4/zones/${mock.defaults.zoneId}/token_validation/config`;
  const created = await mock.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  assert.equal(created.status, 200);
}

async function violate({ mock }: Access, path: string): Promise<void> {
  await mock.edge(new Request(`http://example.localhost${path}`, { headers: { 'x-token': 'not.a.token' } }));
}

/** Waits until the expected number of clients is connected, since the server learns of a client with a delay. */
async function waitForClients(zone: ReturnType<Mock['world']['zone']>, expected: number): Promise<number> {
  const deadline = performance.now() + 4_000;
  const count = () => zone?.events.waiting ?? 0;
  while (count() !== expected && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return count();
}

const about: readonly (readonly [string, (access: Access) => Promise<void>])[] = [
  [
    'sends events as they happen',
    async (access) => {
      await violate(access, '/before');
      const listener = await listen(access);
      await violate(access, '/first');
      const { path, message } = await listener.next();
      assert.equal(path, '/first');
      assert.equal(message.event, 'security');
      assert.equal(message.id, JSON.parse(message.data).id);
      await violate(access, '/second');
      assert.equal((await listener.next()).path, '/second');
      listener.close();
    },
  ],
  [
    'continues after the last event that a client received',
    async (access) => {
      const listener = await listen(access);
      await violate(access, '/first');
      const { message } = await listener.next();
      listener.close();
      await violate(access, '/second');
      await violate(access, '/third');
      const again = await listen(access, '', message.id);
      assert.equal((await again.next()).path, '/second');
      assert.equal((await again.next()).path, '/third');
      again.close();
    },
  ],
  [
    'sends all stored events to a client whose last event is no longer stored',
    async (access) => {
      await violate(access, '/first');
      const listener = await listen(access, '', crypto.randomUUID());
      assert.equal((await listener.next()).path, '/first');
      listener.close();
    },
  ],
  [
    'sends only the events that the query selects',
    async (access) => {
      const blocked = await listen(access, '?action=block');
      const logged = await listen(access, '?action=block&action=log');
      await violate(access, '/first');
      assert.equal((await logged.next()).path, '/first');
      blocked.close();
      assert.ok(await blocked.ended());
      logged.close();
    },
  ],
  [
    'ends when the mock is reset',
    async (access) => {
      const listener = await listen(access);
      access.mock.reset();
      assert.ok(await listener.ended());
    },
  ],
  [
    'ends when the mock is closed',
    async (access) => {
      const listener = await listen(access);
      const ended = listener.ended();
      access.mock.world.dismiss();
      assert.ok(await ended);
      await access.close();
    },
  ],
  [
    'is closed when the client disconnects',
    async (access) => {
      const zone = access.mock.world.zone(access.mock.defaults.zoneId);
      const listener = await listen(access);
      assert.equal(await waitForClients(zone, 1), 1);
      listener.close();
      assert.equal(await waitForClients(zone, 0), 0);
    },
  ],
];

/** The live stream of security events, in each way to reach a mock. */
export const eventStreamCases: readonly SharedCase[] = Object.entries(accesses).flatMap(([way, open]) =>
  about.map(([what, run]) => ({
    title: `the stream of events ${what}, ${way}`,
    async run() {
      const access = await open();
      try {
        await guard(access);
        await run(access);
      } finally {
        await access.close();
      }
    },
  })),
);
