import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Visit } from '../visit.ts';
import { createBrowserPool } from './browser-pool.ts';
import { getSession } from './driver-internals.ts';
import { openGate } from './egress/open-gate.ts';
import { loadPage } from './load-page.ts';
import { failed, page, useVisits } from './visits.shared.ts';

const visits = useVisits({
  '/worker': page(`<script type="module">
    await navigator.serviceWorker.register('/worker.js');
    await new Promise((claimed) => { navigator.serviceWorker.oncontrollerchange = claimed; setTimeout(claimed, 300) });
    document.title = await (await fetch('/data')).text();
    document.body.append(document.createElement('i'));
  </script>`),
  '/worker.js': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(`
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => event.respondWith(new Response('worker')));`),
  '/data': (_request, response) => response.end('site'),
  '/slow.svg': (_request, response) =>
    setTimeout(
      () =>
        response
          .writeHead(200, { 'content-type': 'image/svg+xml' })
          .end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      300,
    ),
  '/lazy': page(`<div style="height: 6000px"></div><img src="/slow.svg" loading="lazy">
    <script>addEventListener('scroll', () => { document.title = 'scrolled' })</script>`),
});

const titleAt = async (path: string, rest: Omit<Visit, 'source'> = {}) =>
  (await visits.visit({ ...rest, source: { url: visits.url(path) } }, async () => {})).page.title;

describe('a page', () => {
  it.each<[string, Omit<Visit, 'source'>, string]>([
    [
      'a cookie without a page',
      { cookies: [{ name: 'a', value: '1' }] },
      'Blank page can not have cookie "a"',
    ],
    [
      'an invalid cookie',
      {
        cookies: [{ name: 'a\n', value: '1', domain: 'a.test' }],
      },
      'Invalid cookie fields',
    ],
    ['an invalid header', { headers: { 'a b': 'c' } }, 'Invalid header name'],
    ['an unknown medium', { mediaType: 'braille' }, 'Unsupported media type: braille'],
  ])('is refused with %s', async (_title, rest, detail) => {
    expect(await failed(visits.of('', async () => {}, rest))).toMatchObject({
      failure: 'bad-request',
      detail,
    });
  });

  it('is answered by its site, not by a service worker', async () => {
    expect(await titleAt('/worker', { waitForSelector: { selector: 'i' } })).toBe('site');
  });

  it.each([['networkidle0'], ['networkidle2'], ['load']] as const)('of HTML waits for %s', async (event) => {
    const html = `<img src="${visits.url('/slow.svg')}" onload="document.title = 'loaded'">`;
    const { page: facts } = await visits.visit({ source: { html }, waitUntil: [event] }, async () => {});
    expect(facts.title).toBe('loaded');
  });

  it('is scrolled, which loads lazy content, and ends at its top', async () => {
    const top = await visits.of(
      visits.url('/lazy'),
      () => visits.place().page.evaluate(() => [scrollY, document.title]),
      { scroll: true },
    );
    expect(top).toEqual([0, 'scrolled']);
    expect(visits.requests().map(({ url }) => url)).toContain('/slow.svg');
  });
});

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a site that redirects every request to an address, and returns its own. */
async function siteThatLeadsTo(location: string): Promise<string> {
  const site = createServer((_request, response) => {
    response.writeHead(302, { location }).end();
  });
  ends.push(() => new Promise((closed) => site.close(closed)));
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const address = site.address();
  if (address === null || typeof address === 'string') throw new Error('the site does not listen');
  return `http://127.0.0.1:${address.port}/`;
}

describe('watchDocuments', () => {
  it('knows the target of a redirect though the browser reports its headers late', async () => {
    const url = await siteThatLeadsTo('http://no-such-host.invalid/');
    const pool = createBrowserPool({ openGate: () => openGate() });
    ends.push(() => pool.close());
    const place = await pool.take(undefined);
    ends.push(() => place.release());
    const session = getSession(place.page);
    const emit = session.emit.bind(session);
    session.emit = (type, event) => {
      if (type !== 'Network.responseReceivedExtraInfo') return emit(type, event);
      void sleep(500).then(() => emit(type, event));
      return true;
    };
    expect(await failed(loadPage(place, { source: { url } }, 'loopback'))).toMatchObject({
      failure: 'network',
      detail: 'ERR_NAME_NOT_RESOLVED',
    });
  });
});
