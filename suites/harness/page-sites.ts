import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TargetError } from './errors.ts';
import { isLoopbackHost } from './loopback.ts';
import { sendAnswer } from './send-answer.ts';
import { answerFor, type SiteAnswers, type SiteRequest } from './site-answer.ts';

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
    const { name, path, query } = placeOf(request.url ?? '/');
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
function placeOf(target: string): { name: string; path: string; query: URLSearchParams } {
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
    cookies: cookiesOf(headers.get('cookie') ?? ''),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

function cookiesOf(header: string): Record<string, string> {
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
