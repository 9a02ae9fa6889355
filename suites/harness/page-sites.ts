import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { typeOfFile } from '../../spec/vectors/screenshots.ts';
import { TargetError } from './errors.ts';
import { isLoopbackHost } from './loopback.ts';

/** How a target reaches the pages of tests. */
export interface PagesSetting {
  /** Host that the target reaches this machine by, or the whole base URL of what leads here. */
  readonly host: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
}

/** A web site that a test has for itself. */
export interface Site {
  /** Its base URL, without a slash at its end. */
  readonly url: string;
  /** The same site under another name of its host, and so of another origin; null where there is none. */
  readonly elsewhere: string | null;
  /** What was asked for, oldest first, whatever the answer. */
  readonly received: readonly SiteRequest[];
  /** Takes the site away, and ends what it still sends. */
  close(): void;
}

/** The sites of a run: one server, with a folder for each site. */
export interface PageSites {
  /**
   * Opens a site.
   *
   * @param name a segment of a path that no other site of the run has
   * @param answers what it has by path, or what makes that of its base URL
   * @throws TargetError when the port is taken
   */
  open(name: string, answers: SiteAnswers | ((url: string) => SiteAnswers)): Promise<Site>;
  /** The site of that name, which is opened for the first who asks and stays until the run is over. */
  share(name: string, answers: SiteAnswers | ((url: string) => SiteAnswers)): Promise<Site>;
  close(): Promise<void>;
}

interface OpenSite {
  readonly answers: SiteAnswers;
  readonly received: SiteRequest[];
  readonly open: Set<ServerResponse>;
}

/** Makes the server of sites, which listens from the first site on. */
export function createPageSites({ host, port }: PagesSetting): PageSites {
  const sites = new Map<string, OpenSite>();
  const shared = new Map<string, Promise<Site>>();
  let listening: Promise<Server> | undefined;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const { name, path, query } = getPlace(request.url ?? '/');
    const site = sites.get(name);
    if (!site) {
      response.writeHead(404).end();
      return;
    }
    const asked = { ...(await readRequest(request, path, query)), at };
    site.received.push(asked);
    site.open.add(response);
    response.once('close', () => site.open.delete(response));
    await sendAnswer(answerFor(site.answers, asked), asked, response);
  }

  const self: PageSites = {
    share(name, answers) {
      const known = shared.get(name) ?? self.open(name, answers);
      shared.set(name, known);
      return known;
    },
    async open(name, answers) {
      listening ??= listen(host, port, (request, response) => {
        // Whoever goes away in the middle wants no answer any more.
        receive(request, response).catch(() => response.destroy());
      });
      const { port: taken } = (await listening).address() as AddressInfo; // of a server that listens on a port
      const base = host.includes('://') ? host.replace(/\/+$/, '') : `http://${host}:${taken}`;
      const url = `${base}/${name}`;
      const site: OpenSite = {
        answers: typeof answers === 'function' ? answers(url) : answers,
        received: [],
        open: new Set(),
      };
      sites.set(name, site);
      return {
        url,
        elsewhere: host === '127.0.0.1' ? `http://localhost:${taken}/${name}` : null,
        received: site.received,
        close() {
          sites.delete(name);
          for (const response of site.open) response.destroy();
        },
      };
    },
    async close() {
      const server = await listening?.catch(() => undefined);
      if (!server) return;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { open } of sites.values()) for (const response of open) response.destroy();
      server.closeAllConnections();
      await closed;
    },
  };
  return self;
}

/** Takes the path of a request apart: the site, and what is below it. */
function getPlace(target: string): { name: string; path: string; query: URLSearchParams } {
  const [whole = '', search = ''] = target.split(/\?(.*)/s);
  const [, name = '', path = ''] = /^\/([^/]*)(.*)$/s.exec(whole) ?? [];
  return { name, path: path === '' ? '/' : path, query: new URLSearchParams(search) };
}

async function readRequest(request: IncomingMessage, path: string, query: URLSearchParams) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    headers.append(request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '');
  }
  return {
    method: request.method ?? '',
    path,
    query,
    headers,
    cookies: getCookies(headers.get('cookie') ?? ''),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

function getCookies(header: string): Record<string, string> {
  const pairs = header.split(/;\s*/).filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

function listen(
  host: string,
  port: number,
  receive: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(receive);
    server.once('error', (cause) =>
      reject(new TargetError('pages', `No pages for the target: ${cause.message}`, { cause })),
    );
    // A site that is reached from this machine is open to this machine alone.
    server.listen(port, isLoopbackHost(host) ? '127.0.0.1' : undefined, () => resolve(server));
  });
}

/** What a site was asked. */
export interface SiteRequest {
  readonly method: string;
  /** Path below the site, with its slash and without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly cookies: Readonly<Record<string, string>>;
  readonly text: string;
  /** When it had arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/**
 * What goes wrong with an answer.
 *
 * - `silent`: nothing is ever sent
 * - `dropped`: the connection is closed without an answer
 * - `cut`: the connection is closed after the body, where more was announced
 * - `hanging`: the answer does not end after the body
 * - `endless`: the body is sent again and again
 */
export type SiteFault = 'silent' | 'dropped' | 'cut' | 'hanging' | 'endless';

/** How a site answers. */
export interface SiteAnswer {
  /** Default 200. */
  readonly status?: number | undefined;
  /** A list repeats a header. Without `content-type` it is that of the path's extension, or HTML. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Milliseconds before anything is sent. */
  readonly delayMs?: number | undefined;
  /** Asked for with 401 until a request has them. */
  readonly auth?: { readonly username: string; readonly password: string } | undefined;
  readonly fault?: SiteFault | undefined;
}

/** An answer, its body alone, or what makes one of a request. */
export type SiteRoute =
  | SiteAnswer
  | string
  | Uint8Array
  | ((request: SiteRequest) => SiteAnswer | string | Uint8Array);

/** What a site has, by path; `*` answers for every other path, which is 404 without it. */
export type SiteAnswers = Readonly<Record<string, SiteRoute>>;

/** An answer that leads to another address. */
export const redirectTo = (location: string, status = 302): SiteAnswer => ({ status, headers: { location } });

/** Finds what a site answers to a request. */
export function answerFor(answers: SiteAnswers, request: SiteRequest): SiteAnswer {
  const route = answers[request.path] ?? answers['*'] ?? { status: 404, body: 'Nothing is here.' };
  const given = typeof route === 'function' ? route(request) : route;
  const answer = typeof given === 'string' || given instanceof Uint8Array ? { body: given } : given;
  const { auth } = answer;
  if (!auth || request.headers.get('authorization') === basic(auth)) return answer;
  const headers = { 'www-authenticate': 'Basic realm="touchstone", charset="UTF-8"' };
  return { status: 401, headers, body: 'Who is there?', delayMs: answer.delayMs };
}

function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/**
 * Sends an answer, with what is wrong about it.
 *
 * Pages of any origin may use what a site has, and nothing of it is kept by caches, unless it says otherwise.
 */
async function sendAnswer(
  answer: SiteAnswer,
  { path, method }: SiteRequest,
  response: ServerResponse,
): Promise<void> {
  const { status = 200, body = '', delayMs = 0, fault } = answer;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (response.destroyed || fault === 'silent') return;
  if (fault === 'dropped') {
    response.destroy();
    return;
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const length = fault === undefined ? bytes.length : fault === 'cut' ? bytes.length + 1 : undefined;
  response.writeHead(status, {
    'content-type': getType(path, body),
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    ...(length === undefined ? {} : { 'content-length': String(length) }),
    ...lowerCased(answer.headers ?? {}),
  });
  if (fault === undefined || method === 'HEAD') {
    response.end(method === 'HEAD' ? undefined : bytes);
    return;
  }
  await written(response, bytes);
  if (fault === 'cut') response.destroy();
  while (fault === 'endless' && !response.destroyed) {
    await written(response, bytes.length > 0 ? bytes : new Uint8Array(1024));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until the bytes are on their way, or nobody takes them any more. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    response.write(bytes, done);
  });
}

function getType(path: string, body: string | Uint8Array): string {
  const hasExtension = /\.[a-z0-9]+$/.test(path);
  return typeOfFile(hasExtension || typeof body !== 'string' ? path : 'page.html');
}

const lowerCased = (headers: Readonly<Record<string, string | readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : [...value],
    ]),
  );
