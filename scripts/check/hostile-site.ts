import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';

const pages = join(import.meta.dirname, '..', '..', 'fixtures', 'hostile-pages', 'pages');

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xhtml+xml',
  svg: 'image/svg+xml',
};

/** The web site of an attacker. */
export interface HostileSite {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Serves the hostile pages under `/pages/`, and answers that are hostile by themselves.
 *
 * @param values values for `{{name}}` in pages and headers
 */
export async function serveHostileSite(values: Readonly<Record<string, string>>): Promise<HostileSite> {
  const server = createServer((request, response) => {
    answer(request, response, values).catch(() => response.destroy());
  });
  // Some write to the socket directly, so the server could not close them.
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('end', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the site has no port');
  return {
    port: address.port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Fills values into their placeholders. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://public.test');
  const page = /^\/pages\/([\w-]+\.(\w+))$/.exec(url.pathname);
  if (page !== null) {
    const text = await readFile(join(pages, page[1] ?? ''), 'utf8');
    response.writeHead(200, { ...getHeaders(page[1], values), 'content-type': contentTypes[page[2] ?? ''] });
    response.end(filled(text, values));
    return;
  }
  const play = plays[url.pathname];
  if (play === undefined) response.writeHead(404).end();
  else play(response, url, values);
}

/** One page is harmless except for its headers. */
function getHeaders(name: string | undefined, { canary = '' }: Readonly<Record<string, string>>) {
  if (name !== 'response-headers.html') return {};
  const inside = `http://127.0.0.1:${canary}`;
  return {
    'content-security-policy': `img-src 'self'; report-uri ${inside}/a; report-to x`,
    'reporting-endpoints': `x="${inside}/b"`,
    'report-to': JSON.stringify({ group: 'x', max_age: 99, endpoints: [{ url: `${inside}/c` }] }),
    nel: JSON.stringify({ report_to: 'x', max_age: 99, success_fraction: 1 }),
    link: `<${inside}/d>; rel=preload; as=script, <${inside}>; rel=preconnect`,
    'alt-svc': `h2="127.0.0.1:${canary}", h3="127.0.0.1:${canary}"`,
    'set-cookie': 'x=y; domain=127.0.0.1',
  };
}

type Play = (response: ServerResponse, url: URL, values: Readonly<Record<string, string>>) => void;

const plays: Readonly<Record<string, Play>> = {
  '/redirect': (response, { searchParams }) =>
    response
      .writeHead(Number(searchParams.get('status') ?? 302), { location: searchParams.get('to') ?? '/' })
      .end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/onward': (response, { searchParams }) =>
    response.writeHead(302, { location: `/onward?step=${Number(searchParams.get('step')) + 1}` }).end(),
  '/refresh': (response, _, { canary }) =>
    response
      .writeHead(200, { 'content-type': 'text/html', refresh: `0; url=http://127.0.0.1:${canary}/` })
      .end('<p>refresh'),
  '/endless': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write(`<p>${'x'.repeat(1000)}`), 5);
    response.on('close', () => clearInterval(timer));
  },
  '/endless-headers': ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket?.write(`X-${'x'.repeat(1000)}: x\r\n`), 5);
    socket?.on('error', () => {});
    socket?.on('close', () => clearInterval(timer));
  },
  '/hang': () => {},
  '/hang-body': (response) => response.writeHead(200, { 'content-type': 'text/html' }).flushHeaders(),
  '/empty': ({ socket }) => socket?.end(),
  '/garbage': ({ socket }) =>
    socket?.end(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7) % 256))),
  '/short': ({ socket }) =>
    socket?.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99999\r\n\r\n<p>short'),
  '/attachment': (response) =>
    response
      .writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' })
      .end('x'),
  '/auth': (response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('<p>who?'),
  '/cached': (response) => response.writeHead(200, { 'cache-control': 'max-age=9999' }).end('first'),
  '/worker.js': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end("onfetch = (event) => event.respondWith(new Response('LEAKED worker'))"),
  '/gzip-bomb': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    // A gzip file may have several members (RFC 1952 section 2.2).
    const member = gzipSync(Buffer.alloc(16_777_216, '<p>x'));
    for (let count = 0; count < 64; count++) response.write(member);
    response.end();
  },
  '/png-bomb': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(blankPng(20_000)),
};

/** A uniform square picture of one bit per pixel, and so of few bytes. */
function blankPng(side: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 1 });
  const chunks = [chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
