import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import type { BrowserEngine } from '../browser-engine.ts';
import { BrowserError } from '../browser-error.ts';
import type { LoadedPage, Visit } from '../visit.ts';
import { type BrowserPool, createBrowserPool, type Place } from './browser-pool.ts';
import { openGate } from './egress/open-gate.ts';
import { visitsWith } from './visiting.ts';

/** Responds to a request for a path. */
export type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** A browser and a web site for the tests of one file. */
interface Visits {
  readonly visit: BrowserEngine['visit'];
  /** The URL of a path of the site. */
  url(path: string): string;
  /** Loads HTML or a URL, and runs a function with the page. */
  of<T>(source: string, work: (page: LoadedPage) => Promise<T>, rest?: Omit<Visit, 'source'>): Promise<T>;
  /** The place taken last. */
  place(): Place;
  /** The site's requests since the last call. */
  requests(): IncomingMessage[];
}

/** An HTML response. */
export function page(html: string, status = 200): Route {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(html);
  };
}

/**
 * Starts a browser before the tests of a file, and ends it after them.
 *
 * @param gated whether a visit knows its page's gate; without it, the browser behaves as a remote one
 * @param pagesAtOnce with 1, a visit begins once the one before has been cleaned up
 */
export function useVisits(
  routes: Readonly<Record<string, Route>> = {},
  { gated = true, pagesAtOnce }: { readonly gated?: boolean; readonly pagesAtOnce?: number } = {},
): Visits {
  const requests: IncomingMessage[] = [];
  const site = createServer((request, response) => {
    requests.push(request);
    const route = routes[request.url ?? ''] ?? page('not found', 404);
    route(request, response);
  });
  let pool: BrowserPool;
  let place: Place | undefined;
  beforeAll(async () => {
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    pool = createBrowserPool({ openGate: () => openGate(), pagesAtOnce });
    // The first start on a machine unpacks the browser.
    await pool.status();
  }, browserLimits.startMs);
  afterAll(async () => {
    await pool.close();
    site.closeAllConnections();
    await new Promise((closed) => site.close(closed));
  });

  const visit: BrowserEngine['visit'] = (...parameters) =>
    visitsWith(
      {
        ...pool,
        async take(...parameters) {
          place = await pool.take(...parameters);
          if (gated) return place;
          place.gate?.admit('allowed');
          return { ...place, gate: undefined };
        },
      },
      'loopback',
    )(...parameters);
  const url = (path: string) => {
    const address = site.address();
    if (address === null || typeof address === 'string') throw new Error('the site does not listen');
    return `http://127.0.0.1:${address.port}${path}`;
  };
  return {
    visit,
    url,
    async of(source, work, rest = {}) {
      const { value } = await visit(
        { ...rest, source: source.startsWith('http') ? { url: source } : { html: source } },
        work,
      );
      return value;
    },
    place() {
      if (place === undefined) throw new Error('no place was taken');
      return place;
    },
    requests: () => requests.splice(0),
  };
}

/** The failure of a visit, as far as tests compare it. */
export async function failed(
  visit: Promise<unknown>,
): Promise<Pick<BrowserError, 'failure' | 'detail' | 'stage'>> {
  const thrown = await visit.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof BrowserError)) throw new Error('the visit did not fail', { cause: thrown });
  const { failure, detail, stage } = thrown;
  return { failure, detail, stage };
}
