#!/usr/bin/env bun
/** The origin of the edge tests: `bun scripts/fixture-site.ts [port]` serves it. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';

/** The pages of the site, by path; every other path is answered with a page that names it. */
const pages: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/index.html': 'index.html',
  '/orders': 'orders.html',
  '/login': 'login.html',
};

const folder = new URL('../fixtures/site/', import.meta.url);

export interface FixtureSite {
  /** Base URL, for `serve --zone-origin` and for `origin` of a target. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the fixture site. Every answer carries `touchstone-site: 1`, so that a test can tell it from
 * what the edge itself answers. `/echo` answers what it received as JSON; any method is fine.
 *
 * @param options.port 0 takes a free one
 *
 * @example
 * const site = await serveFixtureSite({ port: 0 });
 * await fetch(`${site.url}/orders`);
 * await site.close();
 */
export async function serveFixtureSite(
  options: { readonly port?: number; readonly host?: string } = {},
): Promise<FixtureSite> {
  const { port = 0, host = '127.0.0.1' } = options;
  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown): SiteAnswer => [500, 'text/plain; charset=utf-8', `${String(error)}\n`])
      .then(([status, type, body]) => {
        const bytes = Buffer.from(body);
        response.writeHead(status, {
          'content-type': type,
          'content-length': bytes.length,
          'cache-control': 'no-store',
          'touchstone-site': '1',
        });
        response.end(request.method === 'HEAD' ? undefined : bytes);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${used}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

type SiteAnswer = readonly [status: number, contentType: string, body: string];

async function answer(request: IncomingMessage): Promise<SiteAnswer> {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request without an encoding gives buffers
  if (path === '/echo') {
    const { method, rawHeaders } = request;
    const headers = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : [],
    );
    const body = Buffer.concat(chunks).toString('utf8');
    return [200, 'application/json', `${JSON.stringify({ method, path, query, headers, body })}\n`];
  }
  const page = pages[path];
  if (page !== undefined) {
    return [200, 'text/html; charset=utf-8', await readFile(new URL(page, folder), 'utf8')];
  }
  return [
    200,
    'text/html; charset=utf-8',
    `<!doctype html>\n<title>Page</title>\n<p>${escapeHtml(path)}</p>\n`,
  ];
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

if (import.meta.main) {
  const port = Number(process.argv[2] ?? 4810);
  const site = await serveFixtureSite({ port });
  console.log(`The fixture site is at ${site.url}: touchstone serve --zone-origin ${site.url}`);
}
