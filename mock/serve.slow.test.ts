import { Agent, request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { MockOptions } from './assembly/options.ts';
import { freePorts, rawHttp, takePort } from './assembly/testing/sockets.ts';
import { createMock } from './index.ts';
import { ListenError, type ListenOptions } from './serve.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(listenOptions: ListenOptions = { port: 0 }, options: MockOptions = {}) {
  const mock = createMock(options);
  closers.push(() => mock.close());
  const planes = await mock.listen(listenOptions);
  const headers = { authorization: `Bearer ${mock.defaults.apiToken}` };
  return { mock, ...planes, headers };
}

/** A port that stays occupied until the end of the test. */
async function taken(wanted = 0): Promise<number> {
  const { port, free } = await takePort(wanted);
  closers.push(free);
  return port;
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a mock that listens', () => {
  it('answers the API and zone traffic on free ports', async () => {
    const { mock, api, edge, headers } = await start();
    expect(api).toMatch(/^http:\/\/localhost:\d+\/client\/v4$/);
    expect(edge).toMatch(/^http:\/\/localhost:\d+$/);
    expect(Number(new URL(edge).port)).toBeGreaterThan(1023);
    const answer = await fetch(`${api}/user/tokens/verify`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('touchstone-operation')).toBe('user.token.verify');
    expect(await answer.json()).toMatchObject({ success: true });
    const zone = await fetch(`${edge}/x`, { headers: { 'touchstone-host': 'api.example.localhost' } });
    expect(await zone.text()).toContain('GET /x reached the origin of this zone.');
    expect(mock.info()).toMatchObject({ api, edge });
  });

  it('takes the given port for the API and the next ones for the other planes', async () => {
    const port = await freePorts();
    const own = async () => new Response('own');
    const { mock, close, ...planes } = await start({ port, objectsAuth: 'both', worker: own });
    const at = (offset: number) => `http://localhost:${port + offset}`;
    expect(planes).toMatchObject({
      api: `${at(0)}/client/v4`,
      edge: at(1),
      objects: at(2),
      interpreter: at(3),
      worker: at(4),
      openObjects: at(5),
    });
    const { openObjects, headers, ...announced } = planes;
    expect(mock.info()).toMatchObject({ ...announced, objects_open: openObjects });
    expect(await (await fetch(planes.worker ?? '')).text()).toBe('own');
  });

  it('finds the zone by the Host header', async () => {
    const { edge } = await start();
    const answer = await rawHttp(
      edge,
      'GET /x HTTP/1.1\r\nHost: API.example.localhost:4801\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('api.example.localhost');
  });

  it('treats requests from loopback as local on the admin interface', async () => {
    const { api } = await start();
    const info = await fetch(new URL('/_touchstone/info', api));
    expect(await info.json()).toMatchObject({ name: 'touchstone', api });
  });

  it('answers many parallel requests', async () => {
    const { mock, api, headers } = await start();
    const zone_id = mock.defaults.zoneId;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        fetch(`${api}/zones/${zone_id}/api_gateway/operations/item`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ method: 'GET', host: 'api.example.localhost', endpoint: `/${n}` }),
        }).then((answer) => answer.json()),
      ),
    );
    const ids = answers.map(({ result }) => result.operation_id);
    expect(new Set(ids).size).toBe(200);
    expect(mock.world.zone(zone_id)?.operations.size).toBe(200);
  });

  it('listens on another loopback address, where that exists', async () => {
    const { api, headers } = await start({ port: 0, host: '127.0.0.2' });
    expect(api).toContain('http://127.0.0.2:');
    expect((await fetch(`${api}/zones`, { headers })).status).toBe(200);
  });

  it('names this machine when it listens on every address', async () => {
    const { api, headers } = await start({ port: 0, host: '0.0.0.0' });
    expect(api).toContain('http://localhost:');
    expect((await fetch(`${api.replace('localhost', '127.0.0.1')}/zones`, { headers })).status).toBe(200);
  });
});

describe('the Host of a request', () => {
  const heads = {
    missing: '',
    empty: 'Host: \r\n',
    broken: 'Host: a b\r\n',
    'with a path': 'Host: localhost/x\r\n',
  };

  it.each(Object.entries(heads))('that is %s is answered with 400 on every plane', async (_, head) => {
    const { api, edge, objects, interpreter, worker } = await start({
      port: 0,
      worker: async ({ url }) => new Response(url),
    });
    for (const plane of [api, edge, objects, interpreter, worker]) {
      const text = `GET /client/v4/zones HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;
      expect(await rawHttp(plane ?? '', text), plane ?? '').toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  it('must be this machine or a given host, on all planes but zone traffic', async () => {
    const { api, edge, objects, interpreter, worker } = await start({
      port: 0,
      publicHosts: ['mock.example'],
      worker: async ({ url }) => new Response(url),
    });
    const ask = (plane: string | null, host: string) =>
      rawHttp(plane ?? '', `GET /client/v4/zones HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    for (const plane of [api, objects, interpreter, worker]) {
      expect(await ask(plane, 'evil.example:4800')).toMatch(/^HTTP\/1\.1 421 /);
      expect(await ask(plane, 'mock.example:4800')).not.toMatch(/^HTTP\/1\.1 421 /);
    }
    expect(await ask(edge, 'evil.example')).toContain('evil.example belongs to no zone of this mock.');
  });

  it('is checked before the admin interface answers', async () => {
    const { api } = await start();
    const answer = await rawHttp(
      api,
      'GET /_touchstone/info HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).toContain('start it with --public-host evil.example');
    expect(answer).not.toContain('touchstone-full-access');
  });
});

it('the code interpreter runs no program for a page of another origin', async () => {
  const { interpreter } = await start();
  const run = (origin: string) =>
    fetch(`${interpreter}/run`, {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain' },
      body: '{"input":""}',
    });
  expect((await run('https://evil.example')).status).toBe(403);
  expect((await run('http://localhost:3000')).status).toBe(400);
});

describe('a request over a socket', () => {
  const head =
    'POST /client/v4/zones HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n';
  const big = 10 * 1024 * 1024 + 1;

  it('with a declared body over the limit is answered 413 before the body is sent', async () => {
    const { api, headers } = await start();
    const answer = await rawHttp(
      api,
      `${head}Authorization: ${headers.authorization}\r\nContent-Length: ${big}\r\n\r\n{`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":6009');
  });

  it('with chunks over the limit is answered 413 while they arrive', async () => {
    const { api, headers } = await start();
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    const chunks = Array.from({ length: 10 }, () => ['100000\r\n', chunk, '\r\n']).flat();
    // The last chunk is the first byte too many, but not the end: a client that writes on may find the socket closed.
    const answer = await rawHttp(
      api,
      `${head}Authorization: ${headers.authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...chunks,
      '1\r\n \r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('with chunks is read to the end', async () => {
    const { mock, api, headers } = await start();
    const answer = await rawHttp(
      api,
      `${head}Authorization: ${headers.authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '10\r\n{"name":"a.test"\r\n',
      'e\r\n,"account":{}}\r\n',
      '0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(mock.world.zones.byKey('a.test')).toBeDefined();
  });

  it('with both a length and chunks is not cut to the shorter of the two', async () => {
    const { mock, api, headers } = await start();
    const answer = await rawHttp(
      api,
      `${head}Authorization: ${headers.authorization}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '1e\r\n{"name":"a.test","account":{}}\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400) /);
    expect(answer).not.toContain('6007');
    expect(mock.world.zones.size).toBeLessThanOrEqual(2);
  });

  it.each([
    ['Authorization: Bearer "x"', 6003],
    ['Authorization: Bearer tok\u00e9n', 6003],
    ['Authorization: Bearer', 6003],
    ['Authorization:', 6003],
    ['Authorization: Bearer nobody', 10000],
    ['X-Nothing: 1', 9106],
    ['X-Auth-Email: user@example.localhost', 9106],
  ])('with the header %s gets the code %i', async (header, code) => {
    const { api } = await start();
    const text = `GET /client/v4/zones HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n\r\n`;
    expect(await rawHttp(api, Buffer.from(text, 'latin1'))).toContain(`"code":${code}`);
  });

  it('of HEAD is answered without a body', async () => {
    const { edge } = await start();
    const answer = await rawHttp(
      edge,
      'HEAD / HTTP/1.1\r\nHost: example.localhost\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.split('\r\n\r\n')[1]).toBe('');
  });

  it.each(['GARBAGE\r\n\r\n', 'GET / HTTP/1.1\r\nHost example\r\n\r\n', '\x16\x03\x01\x02\x00\x01'])(
    'that is malformed does not affect the next one: %j',
    async (text) => {
      const { api, headers } = await start();
      await rawHttp(api, text, '\r\n\r\n').catch(() => '');
      expect((await fetch(`${api}/zones`, { headers })).status).toBe(200);
    },
  );
});

describe('a port in use', () => {
  it('causes an error in one line', async () => {
    const port = await taken();
    const failing = start({ port });
    await expect(failing).rejects.toThrow(ListenError);
    await expect(failing).rejects.toThrow(
      `The API can't listen on 127.0.0.1:${port}: the port is in use. Choose another port with --port, or 0 for free ones.`,
    );
  });

  it('closes the planes that already listen', async () => {
    const port = await freePorts();
    await taken(port + 1);
    await expect(start({ port })).rejects.toThrow(
      `The edge can't listen on 127.0.0.1:${port + 1}: the port is in use.`,
    );
    expect(await taken(port)).toBe(port);
  });

  it('causes another message than an address that this machine does not have', async () => {
    await expect(start({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
      "The API can't listen on 192.0.2.1:0: ",
    );
  });
});

describe('closing', () => {
  it('waits for an open request and accepts no new one', async () => {
    const { mock, api, headers } = await start();
    const reached = Promise.withResolvers<void>();
    mock.on('zones.zone.list', async () => {
      reached.resolve();
      await sleep(300);
      return { result: [] };
    });
    const slow = fetch(`${api}/zones`, { headers });
    await reached.promise;
    const closed = mock.close();
    await expect(fetch(`${api}/zones`, { headers })).rejects.toThrow();
    expect((await slow).status).toBe(200);
    await closed;
    expect(mock.info()).toMatchObject({ api: null, edge: null });
  });

  it('waits for a streaming answer', async () => {
    const { mock, edge } = await start(
      { port: 0 },
      {
        origin: () =>
          new Response(
            new ReadableStream<Uint8Array>({
              async start(controller) {
                controller.enqueue(new TextEncoder().encode('first '));
                await sleep(300);
                controller.enqueue(new TextEncoder().encode('last'));
                controller.close();
              },
            }),
          ),
      },
    );
    const answer = await fetch(edge, { headers: { 'touchstone-host': 'example.localhost' } });
    const closed = mock.close();
    expect(await answer.text()).toBe('first last');
    await closed;
  });

  it('does not wait for idle connections', async () => {
    const { mock, api } = await start({ port: 0, graceMs: 60_000 });
    const agent = new Agent({ keepAlive: true });
    closers.push(() => agent.destroy());
    await new Promise<void>((resolve, reject) => {
      const request = httpRequest(`${api}/zones`, { agent }, (response) => {
        response.resume().on('end', resolve);
      });
      request.on('error', reject).end();
    });
    await mock.close();
  });

  it('does not wait for a connection that becomes idle', async () => {
    const { mock, api, headers } = await start({ port: 0, graceMs: 60_000 });
    const reached = Promise.withResolvers<void>();
    mock.on('zones.zone.list', async () => {
      reached.resolve();
      await sleep(200);
      return { result: [] };
    });
    const agent = new Agent({ keepAlive: true });
    closers.push(() => agent.destroy());
    const answered = new Promise<void>((resolve, reject) => {
      const request = httpRequest(`${api}/zones`, { agent, headers }, (response) => {
        response.resume().on('end', resolve);
      });
      request.on('error', reject).end();
    });
    await reached.promise;
    await Promise.all([mock.close(), answered]);
  });

  it('cuts off requests that outlast the grace period', async () => {
    const { mock, api, headers } = await start({ port: 0, graceMs: 100 });
    const reached = Promise.withResolvers<void>();
    mock.on('zones.zone.list', () => {
      reached.resolve();
      return new Promise(() => {});
    });
    const hanging = fetch(`${api}/zones`, { headers }).then(
      () => 'answered',
      () => 'cut',
    );
    await reached.promise;
    await mock.close();
    expect(await hanging).toBe('cut');
  });

  it('may be called twice, and frees the port', async () => {
    const port = await freePorts();
    const { mock } = await start({ port });
    await Promise.all([mock.close(), mock.close()]);
    await mock.close();
    expect(await taken(port)).toBe(port);
  });

  it('closes all planes of repeated listen() calls', async () => {
    const { mock, api } = await start();
    const second = await mock.listen({ port: 0 });
    await mock.close();
    for (const url of [api, second.api]) await expect(fetch(url)).rejects.toThrow();
  });
});
