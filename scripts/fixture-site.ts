#!/usr/bin/env bun
/** The origin of the edge tests: `bun scripts/fixture-site.ts [port]` serves it. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fixturePage, type SiteAnswer } from './fixture-page.ts';

/** The pages of the site by path; any other path gets a page that names it. */
const pages: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/index.html': 'index.html',
  '/orders': 'orders.html',
  '/login': 'login.html',
};

const folder = new URL('../fixtures/site/', import.meta.url);

export interface FixtureSite {
  /** Base URL for `serve --zone-origin` and for `origin` of a target. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the fixture site. Every answer carries `touchstone-site: 1`, which tells it apart from answers of the edge
 * itself. `/echo` returns the request as JSON, and `/markdown/NAME/` returns the page of a case in `fixtures/markdown`,
 * for any method.
 *
 * @param options.port 0 picks a free one
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
      .catch((error: unknown) => textAnswer(`${String(error)}\n`, 'text/plain; charset=utf-8', 500))
      .then((given) => send(given, request, response));
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
    return textAnswer(`${JSON.stringify({ method, path, query, headers, body })}\n`, 'application/json');
  }
  const page = pages[path];
  if (page !== undefined) return textAnswer(await readFile(new URL(page, folder), 'utf8'));
  return (
    fixturePage(path, request.headers) ??
    textAnswer(`<!doctype html>\n<title>Page</title>\n<p>${escapeHtml(path)}</p>\n`)
  );
}

function textAnswer(text: string, type = 'text/html; charset=utf-8', status = 200): SiteAnswer {
  const headers = new Map([
    ['content-type', [type]],
    ['cache-control', ['no-store']],
  ]);
  return { status, headers, body: Buffer.from(text) };
}

function send(given: SiteAnswer, { method }: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body, chunked = false } = given;
  for (const [name, values] of headers) {
    const [only = '', ...more] = values;
    response.setHeader(name, more.length === 0 ? only : values);
  }
  response.setHeader('touchstone-site', '1');
  if (!chunked && status !== 304) response.setHeader('content-length', body.length);
  response.writeHead(status);
  if (method === 'HEAD' || status === 304) {
    response.end();
    return;
  }
  // Sends pieces of a size that matches no boundary, so that a converter must cope with any.
  const size = chunked ? 60_013 : Math.max(body.length, 1);
  for (let from = 0; from < body.length; from += size) response.write(body.subarray(from, from + size));
  response.end();
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

if (import.meta.main) {
  const port = Number(process.argv[2] ?? 4810);
  const site = await serveFixtureSite({ port });
  console.log(`The fixture site is at ${site.url}: touchstone serve --zone-origin ${site.url}`);
}
