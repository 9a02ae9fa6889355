import { createServer } from 'node:http';
import type { createServer as createRawServer, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { type BrowserPool, createBrowserPool, type Place } from './browser-pool.ts';
import { connectAny } from './egress/connect-any.ts';
import type { EgressGate } from './egress/egress-gate.ts';
import { openGate } from './egress/open-gate.ts';
import { visitsWith } from './visiting.ts';

/** Ways in which a document sends requests; `TARGET` is the requested address. */
const ways: readonly (readonly [way: string, html: string])[] = [
  ['img', '<img src="TARGET">'],
  ['script', '<script src="TARGET"></script>'],
  ['style sheet', '<link rel="stylesheet" href="TARGET">'],
  ['iframe', '<iframe src="TARGET"></iframe>'],
  [
    'form',
    '<form action="TARGET" target="f"></form><iframe name="f"></iframe><script>document.forms[0].submit()</script>',
  ],
  [
    'form that posts',
    '<form method="post" action="TARGET" target="f"></form><iframe name="f"></iframe><script>document.forms[0].submit()</script>',
  ],
  ['fetch', '<script>fetch("TARGET", { mode: "no-cors" })</script>'],
  ['fetch with a preflight', '<script>fetch("TARGET", { headers: { a: "b" } })</script>'],
  ['EventSource', '<script>new EventSource("TARGET")</script>'],
  ['beacon', '<script>navigator.sendBeacon("TARGET", "x")</script>'],
  ['WebSocket', '<script>new WebSocket("TARGET".replace("http", "ws"))</script>'],
];

const workerFetch = 'fetch("TARGET", { mode: "no-cors" })';
const inBlob = (type: string, text: string) =>
  `URL.createObjectURL(new Blob([${JSON.stringify(text)}], { type: "${type}" }))`;

/** Ways of a document that hides behind another, or behind a worker. */
const hiding: readonly (readonly [way: string, html: string])[] = [
  ['worker', `<script>new Worker(${inBlob('text/javascript', workerFetch)})</script>`],
  [
    'worker of a worker',
    `<script>new Worker(${inBlob('text/javascript', `new Worker(${inBlob('text/javascript', workerFetch)})`)})</script>`,
  ],
  ['shared worker', `<script>new SharedWorker(${inBlob('text/javascript', workerFetch)})</script>`],
  ['shared worker of its own', '<script>new SharedWorker("/shared.js?TARGET")</script>'],
  [
    'frame of a blob',
    `<script>document.documentElement.append(Object.assign(document.createElement("iframe"), { src: ${inBlob('text/html', '<img src="TARGET">')} }))</script>`,
  ],
  ['frame of data', '<iframe src="data:text/html,<img src=TARGET>"></iframe>'],
  ['frame of a srcdoc', '<iframe srcdoc="<img src=TARGET>"></iframe>'],
  [
    'frame in a sandbox',
    '<iframe sandbox="allow-scripts" srcdoc="<script>fetch(\'TARGET\', { mode: \'no-cors\' })</script>"></iframe>',
  ],
  ['change to data', '<script>location = "data:text/html,<img src=TARGET>"</script>'],
  ['change to a blob', `<script>location = ${inBlob('text/html', '<img src="TARGET">')}</script>`],
  ['change to the address', '<script>location = "TARGET"</script>'],
  ['refresh', '<meta http-equiv="refresh" content="0; url=TARGET">'],
  ['redirect', '<img src="/to?TARGET">'],
];

/** Paths requested from this machine, and public sites. */
const requested: string[] = [];
const reported: string[] = [];
let localUrl: string;
let pool: BrowserPool;
const stops: (() => Promise<unknown>)[] = [];

async function listen(server: ReturnType<typeof createRawServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => server.close(closed));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a server has no port');
  return address.port;
}

beforeAll(async () => {
  const local = createServer((request, response) => {
    requested.push(new URL(request.url ?? '', localUrl).pathname);
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
      .end();
  });
  local.on('upgrade', (request, socket) => {
    requested.push(new URL(request.url ?? '', localUrl).pathname);
    socket.destroy();
  });
  localUrl = `http://127.0.0.1:${await listen(local)}`;
  const pages = new Map(
    [...ways, ...hiding].map(([way, html], at) => [`/${at}`, `<title>${way}</title>${html}`]),
  );
  const site = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://public.test');
    reported.push(url.pathname);
    const target = decodeURIComponent(url.search.slice(1));
    if (url.pathname === '/to') return void response.writeHead(302, { location: target }).end();
    const isScript = url.pathname === '/shared.js';
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'referrer-policy': 'no-referrer',
    });
    response.end((isScript ? workerFetch : (pages.get(url.pathname) ?? '')).replaceAll('TARGET', target));
  });
  const sitePort = await listen(site);
  pool = createBrowserPool({
    openGate: () =>
      openGate({
        resolve: async (name) => (name.endsWith('.test') ? ['1.2.3.4'] : []),
        connect: (addresses, port, signal) =>
          connectAny(
            addresses[0] === '1.2.3.4' ? ['127.0.0.1'] : addresses,
            addresses[0] === '1.2.3.4' ? sitePort : port,
            signal,
          ),
      }),
  });
  stops.push(() => pool.close());
  await pool.status();
}, browserLimits.startMs);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** Renders HTML and stays until something happens at its page's gate. */
async function visit(html: string, until: (gate: EgressGate) => Promise<unknown>): Promise<void> {
  let place: Place | undefined;
  const take: BrowserPool['take'] = async (...parameters) => {
    place = await pool.take(...parameters);
    return place;
  };
  await visitsWith({ ...pool, take }, 'loopback')(
    { source: { html: `<!doctype html>${html}` } },
    async () => {
      if (place?.gate === undefined) throw new Error('the page has no gate');
      await until(place.gate);
    },
  );
}

const timeout = 8_000;
const blocked = (gate: EgressGate) =>
  vi.waitFor(() => expect(gate.getFailure(localUrl)).toBe('blocked'), { timeout });

describe.concurrent('given HTML', () => {
  it.each(ways)('reaches this machine by %s', async (way, html) => {
    const path = `/own-${way.replaceAll(' ', '-')}`;
    await visit(html.replaceAll('TARGET', localUrl + path), () =>
      vi.waitFor(() => expect(requested).toContain(path), { timeout }),
    );
  });

  it.each([
    ['an image that a public page redirects there', '<img src="http://public.test/to?TARGET">'],
    ['a worker', `<script>new Worker(${inBlob('text/javascript', workerFetch)})</script>`],
  ])('does not reach it by %s', async (_, html) => {
    await visit(html.replaceAll('TARGET', `${localUrl}/not-own`), blocked);
    expect(requested).not.toContain('/not-own');
  });

  it('blocks a frame that was a public page, whatever it shows later', async () => {
    const html = `<iframe src="http://public.test/left"></iframe><script>
      const show = (src) => { document.querySelector('iframe').src = src; };
      setTimeout(show, 500, 'about:blank');
      setTimeout(show, 1000, '${localUrl}/later');
    </script>`;
    await visit(html, blocked);
    expect(reported).toContain('/left');
    expect(requested).not.toContain('/later');
  });

  it.each([...ways, ...hiding].map(([way], at) => [way, at] as const))(
    'does not lead a frame of a public page there by %s',
    async (_, at) => {
      // The same page also requests a public site, to prove that it sends requests.
      const frame = (url: string) =>
        `<iframe src="http://public.test/${at}?${encodeURIComponent(url)}"></iframe>`;
      await visit(frame(`http://other.test/heard-${at}`) + frame(`${localUrl}/frame-${at}`), async (gate) => {
        await vi.waitFor(() => expect(reported).toContain(`/heard-${at}`), { timeout });
        await blocked(gate);
      });
      expect(requested).not.toContain(`/frame-${at}`);
    },
  );
});
