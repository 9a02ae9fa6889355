import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { typeOfFile } from '../../spec/vectors/screenshots.ts';
import { TargetError } from './errors.ts';
import { isLoopbackHost } from './loopback.ts';
import { readBody } from './sending.ts';

/** How a target reaches the pages of tests. */
export interface PagesSetting {
  /** Host by which the target reaches this machine, or a whole base URL that leads here. */
  readonly host: string;
  /** Port to listen on; 0 for a free one. */
  readonly port: number;
}

/** A web site for one test. */
export interface Site {
  /** Its base URL, without a trailing slash. */
  readonly url: string;
  /** The same site under another host name, and so with another origin; null where there is none. */
  readonly elsewhere: string | null;
  /** The received requests, oldest first, whatever the answer. */
  readonly received: readonly SiteRequest[];
  /** Removes the site, and ends answers in progress. */
  close(): void;
}

/** The sites of a run: one server with a folder for each site. */
export interface PageSites {
  /**
   * Opens a site.
   *
   * @param name a path segment that no other site of the run uses
   * @param answers its answers by path, or a function that makes them from its base URL
   * @throws TargetError when the port is in use
   */
  open(name: string, answers: SiteAnswers | ((url: string) => SiteAnswers)): Promise<Site>;
  /** The site of that name; the first call opens it, and it stays open until the run ends. */
  share(name: string, answers: SiteAnswers | ((url: string) => SiteAnswers)): Promise<Site>;
  close(): Promise<void>;
}

interface OpenSite {
  readonly answers: SiteAnswers;
  readonly received: SiteRequest[];
  readonly open: Set<ServerResponse>;
}

/** Creates the server of sites, which starts to listen with the first site. */
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
        // A client that disconnects needs no answer.
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

/** Splits the path of a request into the site and the rest. */
function getPlace(target: string): { name: string; path: string; query: URLSearchParams } {
  const [whole = '', search = ''] = target.split(/\?(.*)/s);
  const [, name = '', path = ''] = /^\/([^/]*)(.*)$/s.exec(whole) ?? [];
  return { name, path: path === '' ? '/' : path, query: new URLSearchParams(search) };
}

async function readRequest(request: IncomingMessage, path: string, query: URLSearchParams) {
  const body = await readBody({ body: request });
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
    text: new TextDecoder().decode(body),
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
      reject(
        new TargetError('pages', `The pages for the target can't be served: ${cause.message}`, { cause }),
      ),
    );
    // A site for targets on this machine is only reachable from this machine.
    server.listen(port, isLoopbackHost(host) ? '127.0.0.1' : undefined, () => resolve(server));
  });
}

/** A request to a site. */
export interface SiteRequest {
  readonly method: string;
  /** Path below the site, with its slash and without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly cookies: Readonly<Record<string, string>>;
  readonly text: string;
  /** Time of arrival, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/**
 * A deliberate fault of an answer.
 *
 * - `silent`: sends nothing
 * - `dropped`: closes the connection without an answer
 * - `cut`: closes the connection after the body, though more was announced
 * - `hanging`: never ends the answer after the body
 * - `endless`: repeats the body forever
 */
export type SiteFault = 'silent' | 'dropped' | 'cut' | 'hanging' | 'endless';

/** An answer of a site. */
export interface SiteAnswer {
  /** Default 200. */
  readonly status?: number | undefined;
  /** A list repeats a header. `content-type` defaults to that of the path's extension, or HTML. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Milliseconds to wait before the answer. */
  readonly delayMs?: number | undefined;
  /** Credentials that requests must have; others get 401. */
  readonly auth?: { readonly username: string; readonly password: string } | undefined;
  readonly fault?: SiteFault | undefined;
}

/** An answer, only its body, or a function of the request. */
export type SiteRoute =
  | SiteAnswer
  | string
  | Uint8Array
  | ((request: SiteRequest) => SiteAnswer | string | Uint8Array);

/** Answers by path; `*` answers all other paths, which are 404 without it. */
export type SiteAnswers = Readonly<Record<string, SiteRoute>>;

/** A redirect to another address. */
export const redirectTo = (location: string, status = 302): SiteAnswer => ({ status, headers: { location } });

/** Finds a site's answer to a request. */
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
 * Sends an answer, with its fault.
 *
 * By default, pages of any origin may use the answers, and caches store none.
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

/** Waits until the bytes are sent, or the connection is closed. */
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
