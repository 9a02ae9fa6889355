import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../index.ts';
import { launchCommand } from '../playwright.ts';
import type { ListenOptions } from '../serve.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(await launchCommand());
}, 90_000);
afterAll(() => browser.close());

/** A page of another server of this machine, as of Vite. */
async function openPage(): Promise<Page> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<h1>App</h1>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const page = await browser.newPage();
  closers.push(() => page.close());
  // The server listens on a port, so its address is an object.
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
  return page;
}

async function serve(options: ListenOptions = {}) {
  const mock = createMock();
  closers.push(() => mock.close());
  return { mock, defaults: mock.defaults, ...(await mock.listen({ port: 0, ...options })) };
}

/** What the page sends; a `RequestInit` can't be passed into it. */
interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly credentials?: 'include';
}

/** What the page gets: the status and a header, or the name of the error. */
const send = (page: Page, url: string, init: Sent, header: string) =>
  page.evaluate(
    ([target, how, name]) =>
      fetch(target, how).then(
        ({ status, headers }) => [status, headers.get(name)],
        (error: Error) => error.name,
      ),
    [url, init, header] as const,
  );

describe('a page on another port', () => {
  it('calls the API with a token, any method and JSON, and reads the headers of the answer', async () => {
    const page = await openPage();
    const { api, defaults } = await serve();
    const headers = { authorization: `Bearer ${defaults.apiToken}`, 'content-type': 'application/json' };
    const zone = `${api}/zones/${defaults.zoneId}`;
    const call = (path: string, init: Sent) =>
      send(page, `${zone}${path}`, { headers, ...init }, 'touchstone-operation');
    const paused = { method: 'PATCH', body: '{"paused":true}' };
    expect([
      await call('', {}),
      await call('', paused),
      await call('/no_such_path', {}),
      await call('', { headers: {} }),
      await call('', { credentials: 'include' }),
    ]).toEqual([
      [200, 'zones.zone.get'],
      [200, 'zones.zone.edit'],
      [404, null],
      [400, 'zones.zone.get'],
      [200, 'zones.zone.get'],
    ]);
  });

  it('uses object storage, the interpreter, Git and the admin interface', async () => {
    const page = await openPage();
    const { api, objects, interpreter, defaults } = await serve();
    const put = { method: 'PUT', headers: { 'x-custom-auth-key': defaults.authKeySecret }, body: 'a' };
    const picture = `${objects}/${defaults.allowedKey}`;
    expect(await send(page, picture, put, 'content-type')).toEqual([200, 'text/plain;charset=UTF-8']);
    expect(await send(page, picture, {}, 'etag')).toEqual([200, '"0cc175b9c0f1b6a831c399e269772661"']);
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await send(page, `${interpreter}/run`, json, 'etag'))[0]).toBe(400);
    const advance = { ...json, body: '{"seconds":1}' };
    const { origin } = new URL(api);
    expect((await send(page, `${origin}/_touchstone/clock/advance`, advance, 'etag'))[0]).toBe(200);
    expect((await send(page, `${origin}/git/default/none.git/info/refs`, {}, 'etag'))[0]).toBe(401);
  });

  it('is refused with cors: false, by the browser', async () => {
    const page = await openPage();
    const { mock, api, defaults } = await serve({ cors: false });
    const headers = { authorization: `Bearer ${defaults.apiToken}` };
    expect(await send(page, `${api}/zones`, { headers }, 'date')).toBe('TypeError');
    const asked = mock.findRequest(({ method }) => method === 'OPTIONS');
    expect(asked?.explanation.at(-1)).toContain('--cors http://');
    expect(mock.findRequest(({ method }) => method === 'GET')).toBeUndefined();
  });

  it('gets no help from CORS at a zone, whose origin decides', async () => {
    const page = await openPage();
    const { edge } = await serve();
    const zone = edge.replace('localhost', 'api.example.localhost');
    expect(await send(page, zone, {}, 'date')).toBe('TypeError');
  });
});
