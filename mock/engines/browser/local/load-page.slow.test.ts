import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Visit } from '../visit.ts';
import { createBrowserPool } from './browser-pool.ts';
import { sessionOf } from './driver-internals.ts';
import { openGate } from './egress/open-gate.ts';
import { loadPage } from './load-page.ts';
import { failed, page, useVisits } from './visits.shared.ts';

const secret: Parameters<typeof useVisits>[0] = {
  '/secret': (request, response) => {
    const known = request.headers.authorization === `Basic ${btoa('ann:word')}`;
    response
      .writeHead(known ? 200 : 401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="r"' })
      .end(`<title>${known ? 'in' : 'out'}</title>`);
  },
};

const visits = useVisits({
  ...secret,
  '/': page('<title>home</title><p>text'),
  '/found': page('<title>none</title><p>no such page', 404),
  '/from': (_request, response) =>
    response.writeHead(302, { location: '/through', 'set-cookie': 'a=b', 'x-step': '1' }).end(),
  '/through': (_request, response) => response.writeHead(307, { location: '/headers' }).end(),
  '/headers': (_request, response) =>
    response
      .writeHead(200, {
        'Content-Type': 'text/html',
        'X-Both': ['a', 'b'],
        'Set-Cookie': ['c=d', 'e=f'],
        Date: 'now',
      })
      .end('<title>there</title>'),
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
  '/goes-on': page('<script>location = "/"</script>'),
  '/script.js': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('document.title += " added"'),
  '/style.css': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/css' }).end('p { width: 77px }'),
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

/** What a script of a page writes into it before it counts as loaded. */
const written = async (script: string, rest: Omit<Visit, 'source'> = {}) => {
  const html = `<p></p><script>document.querySelector('p').append(${script})</script>`;
  const [[paragraph] = []] = await visits.of(html, (loaded) => loaded.scrape(['p']), rest);
  return paragraph?.text;
};

const titleAt = async (path: string, rest: Omit<Visit, 'source'> = {}) =>
  (await visits.visit({ ...rest, source: { url: visits.url(path) } }, async () => {})).page.title;

describe('before its first request a page has', () => {
  it.each<[string, string, Omit<Visit, 'source'>, string]>([
    ['a window of 1920 by 1080 pixels', '[innerWidth, innerHeight, devicePixelRatio]', {}, '1920,1080,1'],
    [
      'the window that is asked for',
      '[innerWidth, innerHeight, devicePixelRatio]',
      { viewport: { width: 300, height: 200, deviceScaleFactor: 3 } },
      '300,200,3',
    ],
    [
      'a touch screen where that is asked for',
      '[navigator.maxTouchPoints > 0, screen.orientation.type]',
      { viewport: { width: 300, height: 200, hasTouch: true, isLandscape: true } },
      'true,landscape-primary',
    ],
    ['the user agent that is asked for', 'navigator.userAgent', { userAgent: 'Ann/1' }, 'Ann/1'],
    ['the medium that is asked for', 'matchMedia("print").matches', { mediaType: 'print' }, 'true'],
    ['the medium of screens', 'matchMedia("screen").matches', {}, 'true'],
  ])('%s', async (_title, script, rest, expected) => {
    expect(await written(script, rest)).toBe(expected);
  });

  it('its headers, cookies, user agent and referrer', async () => {
    await titleAt('/', {
      headers: { 'X-Mine': 'yes' },
      cookies: [
        { name: 'of-page', value: '1' },
        { name: 'of-domain', value: '2', domain: '127.0.0.1', path: '/' },
        { name: 'of-url', value: '3', url: visits.url('/') },
        { name: 'of-others', value: '4', domain: 'a.test' },
      ],
      userAgent: 'Ann/1',
      referrer: 'http://b.test/',
    });
    expect(visits.requests().at(0)?.headers).toMatchObject({
      'x-mine': 'yes',
      cookie: 'of-page=1; of-domain=2; of-url=3',
      'user-agent': 'Ann/1',
      referer: 'http://b.test/',
    });
  });

  it('nothing of the visit before it', async () => {
    const before = await titleAt('/', { cookies: [{ name: 'a', value: '1' }], headers: { 'x-mine': '1' } });
    visits.requests();
    await titleAt('/');
    const [request] = visits.requests();
    expect([before, request?.headers.cookie, request?.headers['x-mine']]).toEqual([
      'home',
      undefined,
      undefined,
    ]);
  });

  it.each<[string, Visit['credentials'], string]>([
    ['the credentials it is given', { username: 'ann', password: 'word' }, 'in'],
    ['wrong credentials, which show what those without see', { username: 'ann', password: 'no' }, 'out'],
    ['no credentials', undefined, 'out'],
  ])('%s', async (_title, credentials, title) => {
    expect(await titleAt('/secret', { credentials })).toBe(title);
  });

  it.each<[string, Omit<Visit, 'source'>, string]>([
    [
      'a cookie that belongs nowhere',
      { cookies: [{ name: 'a', value: '1' }] },
      'Blank page can not have cookie "a"',
    ],
    [
      'a cookie that can be none',
      {
        cookies: [{ name: 'a\n', value: '1', domain: 'a.test' }],
      },
      'Invalid cookie fields',
    ],
    ['a header that can be none', { headers: { 'a b': 'c' } }, 'Invalid header name'],
    ['a medium that is none', { mediaType: 'braille' }, 'Unsupported media type: braille'],
  ])('no %s', async (_title, rest, detail) => {
    expect(await failed(visits.of('', async () => {}, rest))).toMatchObject({
      failure: 'bad-request',
      detail,
    });
  });
});

describe('a document', () => {
  it('that is given is one of its own, without an address', async () => {
    const { page: facts } = await visits.visit({ source: { html: '<title>t</title>' } }, async () => {});
    expect(facts).toEqual({ status: 200, title: 't', headers: {}, finalUrl: 'about:blank', redirects: [] });
  });

  it('comes with its status and headers, but none of credentials or transport', async () => {
    const visit = await visits.visit({ source: { url: visits.url('/headers') } }, async () => {});
    expect(visit.page).toEqual({
      status: 200,
      title: 'there',
      headers: { 'content-type': 'text/html', 'x-both': 'a\nb', date: 'now' },
      finalUrl: visits.url('/headers'),
      redirects: [],
    });
    expect(visit.browserMs).toBeGreaterThan(0);
    expect(Number.isInteger(visit.browserMs)).toBe(true);
  });

  it('that others led to names them, the oldest first', async () => {
    const { page: facts } = await visits.visit({ source: { url: visits.url('/from') } }, async () => {});
    expect(facts.finalUrl).toBe(visits.url('/headers'));
    expect(facts.redirects).toMatchObject([
      { url: visits.url('/from'), status: 302, headers: { location: '/through', 'x-step': '1' } },
      { url: visits.url('/through'), status: 307, headers: { location: '/headers' } },
    ]);
    expect(facts.redirects[0]?.headers).not.toHaveProperty('set-cookie');
  });

  it('of an error is a page like any other', async () => {
    const { page: facts, value } = await visits.visit({ source: { url: visits.url('/found') } }, (loaded) =>
      loaded.content(),
    );
    expect([facts.status, facts.title]).toEqual([404, 'none']);
    expect(value).toContain('no such page');
  });

  it('that goes on to another by a script is not counted as a redirect', async () => {
    const { page: facts } = await visits.visit(
      { source: { url: visits.url('/goes-on') }, waitMs: 300 },
      async () => {},
    );
    expect(facts).toMatchObject({ title: 'home', finalUrl: visits.url('/'), redirects: [] });
  });

  it('is answered for by its site, not by a service worker', async () => {
    expect(await titleAt('/worker', { waitForSelector: { selector: 'i' } })).toBe('site');
  });

  it('runs no scripts where they are turned off', async () => {
    const html = '<title>quiet</title><script>document.title = "loud"</script>';
    const { page: facts } = await visits.visit({ source: { html }, javaScript: false }, async () => {});
    expect(facts.title).toBe('quiet');
  });

  it('adds scripts that are neither loaded nor run where they are turned off', async () => {
    const { value } = await visits.visit(
      {
        source: { html: '<title>quiet</title>' },
        javaScript: false,
        scriptTags: [{ content: 'document.title = "loud"' }, { url: visits.url('/script.js'), id: 'second' }],
        actionMs: 5000,
      },
      (page) => page.content(),
    );
    expect(value).toContain('<title>quiet</title>');
    expect(value).toMatch(/<script[^>]*script\.js" id="second"><\/script>/);
  });
});

describe('once it is loaded a page', () => {
  const contentOf = (rest: Omit<Visit, 'source'>, html = '<p>a') =>
    visits.of(html, (loaded) => loaded.content(), rest);

  it('gets scripts and styles, in their order, those of other addresses too', async () => {
    const { value, page: facts } = await visits.visit(
      {
        source: { html: '<title>t</title><p>a' },
        scriptTags: [
          { content: 'document.title += " first"' },
          { url: visits.url('/script.js'), id: 'second' },
        ],
        styleTags: [{ content: 'p { height: 33px }' }, { url: visits.url('/style.css') }],
      },
      (loaded) => loaded.scrape(['p']),
    );
    expect(facts.title).toBe('t first added');
    expect(value[0]?.[0]).toMatchObject({ width: 77, height: 33 });
  });

  it.each<[string, Omit<Visit, 'source'>, string, string]>([
    [
      'script that can not be loaded',
      { scriptTags: [{ url: 'http://127.0.0.1:9/a.js' }] },
      'network',
      'Could not load script http://127.0.0.1:9/a.js',
    ],
    [
      'style that can not be loaded',
      { styleTags: [{ url: 'http://127.0.0.1:9/a.css' }] },
      'network',
      'Could not load style http://127.0.0.1:9/a.css',
    ],
    [
      'tag that has nothing',
      { scriptTags: [{}] },
      'bad-request',
      'Exactly one of `url`, `path`, or `content` must be specified.',
    ],
  ])('gets no %s', async (_title, rest, failure, detail) => {
    expect(await failed(contentOf(rest))).toMatchObject({ failure, detail });
  });

  it('goes on without what can not be loaded, as a best attempt', async () => {
    const tags = { url: 'http://127.0.0.1:9/a' };
    expect(await contentOf({ scriptTags: [tags], styleTags: [tags], bestAttempt: true })).toContain(
      '<p>a</p>',
    );
  });

  const late =
    '<p>a<script>setTimeout(() => document.body.append(document.createElement("b")), 200)</script>';
  it.each<[string, string, NonNullable<Visit['waitForSelector']>, RegExp]>([
    ['waits for an element', late, { selector: 'b' }, /<b>/],
    [
      'waits until an element is seen',
      late.replace('"b")', '"b"), "x"'),
      { selector: 'body', visible: true },
      /<p>/,
    ],
    [
      'waits until an element is gone',
      '<p>a<script>setTimeout(() => document.querySelector("p").remove(), 200)</script>',
      { selector: 'p', hidden: true },
      /<body><\/body>/,
    ],
    ['finds an element by its text', '<p>a', { selector: 'text/a' }, /<p>/],
  ])('%s', async (_title, html, waitForSelector, expected) => {
    expect(await contentOf({ waitForSelector }, html)).toMatch(expected);
  });

  it('waits as long as it is told', async () => {
    expect(await contentOf({ waitMs: 400 }, late)).toContain('<b></b>');
  });

  it.each([['networkidle0'], ['networkidle2'], ['load']] as const)('of HTML waits for %s', async (event) => {
    const html = `<img src="${visits.url('/slow.svg')}" onload="document.title = 'loaded'">`;
    const { page: facts } = await visits.visit({ source: { html }, waitUntil: [event] }, async () => {});
    expect(facts.title).toBe('loaded');
  });

  it('is scrolled through, which loads what is lazy, and is left at its top', async () => {
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

/** Starts a site that leads to an address, whatever is asked for, and gives its own. */
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
  it('knows where a redirect leads though the browser is late with the headers of the redirect', async () => {
    const url = await siteThatLeadsTo('http://no-such-host.invalid/');
    const pool = createBrowserPool({ openGate: () => openGate() });
    ends.push(() => pool.close());
    const place = await pool.take(undefined);
    ends.push(() => place.release());
    const session = sessionOf(place.page);
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
