import assert from 'node:assert/strict';
import { type ServerSentEvent, serverSentEvents } from '../../../spec/server-sent-events.ts';
import { createMock } from '../../index.ts';
import type { SharedCase } from '../../runners/setup/workbench.shared.ts';
import { setupNetwork } from '../../setup.ts';

type Mock = ReturnType<typeof createMock>;

/** A mock that is reached in one way or another. */
interface Door {
  readonly mock: Mock;
  /** Origin of the API. */
  readonly origin: string;
  fetch(input: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const doors: Readonly<Record<string, () => Promise<Door>>> = {
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

/** What a client of the stream sees. */
interface Listener {
  /** The path of the next event, and its message. */
  next(): Promise<{ readonly path: string; readonly message: ServerSentEvent }>;
  /** Whether the stream ended by itself. */
  ended(): Promise<boolean>;
  close(): void;
}

async function listen(door: Door, query = '', lastEventId?: string): Promise<Listener> {
  const url = `${door.origin}/_touchstone/zones/${door.mock.defaults.zoneId}/events/stream${query}`;
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const { signal, abort } = departure();
  // Both are told: MSW 2 keeps a copy of every body, so there only the end of the request ends it.
  const response = await door.fetch(url, { headers, signal });
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

function departure() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** A zone whose every token is wrong, so that each request leaves an event. */
async function guard({ mock }: Door) {
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

async function violate({ mock }: Door, path: string): Promise<void> {
  await mock.edge(new Request(`http://example.localhost${path}`, { headers: { 'x-token': 'not.a.token' } }));
}

/** How many wait for events; waits until it is as many as expected, since news of a client takes its time. */
async function waiting(zone: ReturnType<Mock['world']['zone']>, expected: number): Promise<number> {
  const deadline = performance.now() + 4_000;
  const count = () => zone?.events.waiting ?? 0;
  while (count() !== expected && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return count();
}

const about: readonly (readonly [string, (door: Door) => Promise<void>])[] = [
  [
    'sends events as they happen',
    async (door) => {
      await violate(door, '/before');
      const listener = await listen(door);
      await violate(door, '/first');
      const { path, message } = await listener.next();
      assert.equal(path, '/first');
      assert.equal(message.event, 'security');
      assert.equal(message.id, JSON.parse(message.data).id);
      await violate(door, '/second');
      assert.equal((await listener.next()).path, '/second');
      listener.close();
    },
  ],
  [
    'goes on behind the event that a client saw last',
    async (door) => {
      const listener = await listen(door);
      await violate(door, '/first');
      const { message } = await listener.next();
      listener.close();
      await violate(door, '/second');
      await violate(door, '/third');
      const again = await listen(door, '', message.id);
      assert.equal((await again.next()).path, '/second');
      assert.equal((await again.next()).path, '/third');
      again.close();
    },
  ],
  [
    'sends all it has to a client whose last event is no longer kept',
    async (door) => {
      await violate(door, '/first');
      const listener = await listen(door, '', crypto.randomUUID());
      assert.equal((await listener.next()).path, '/first');
      listener.close();
    },
  ],
  [
    'sends only the events that a client asks for',
    async (door) => {
      const blocked = await listen(door, '?action=block');
      const logged = await listen(door, '?action=block&action=log');
      await violate(door, '/first');
      assert.equal((await logged.next()).path, '/first');
      blocked.close();
      assert.ok(await blocked.ended());
      logged.close();
    },
  ],
  [
    'ends when the mock is reset',
    async (door) => {
      const listener = await listen(door);
      door.mock.reset();
      assert.ok(await listener.ended());
    },
  ],
  [
    'ends when the mock is closed',
    async (door) => {
      const listener = await listen(door);
      const ended = listener.ended();
      door.mock.world.dismiss();
      assert.ok(await ended);
      await door.close();
    },
  ],
  [
    'is let go of when the client goes',
    async (door) => {
      const zone = door.mock.world.zone(door.mock.defaults.zoneId);
      const listener = await listen(door);
      assert.equal(await waiting(zone, 1), 1);
      listener.close();
      assert.equal(await waiting(zone, 0), 0);
    },
  ],
];

/** The live stream of security events, through every door. */
export const eventStreamCases: readonly SharedCase[] = Object.entries(doors).flatMap(([way, open]) =>
  about.map(([what, run]) => ({
    title: `the stream of events ${what}, ${way}`,
    async run() {
      const door = await open();
      try {
        await guard(door);
        await run(door);
      } finally {
        await door.close();
      }
    },
  })),
);
