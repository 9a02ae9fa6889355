import { describe, expect, it } from 'vitest';
import type { Visit } from '../visit.ts';
import { getSession } from './driver-internals.ts';
import { failed, page, type Route, useVisits } from './visits.shared.ts';

const leadsTo =
  (location: string): Route =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const visits = useVisits({
  '/': page('<title>home</title>'),
  '/silent': () => {},
  '/broken': (_request, response) => response.destroy(),
  '/empty': (_request, response) => response.writeHead(500).end(),
  '/nothing': (_request, response) => response.writeHead(204).end(),
  '/download': (_request, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment' }).end('x'),
  '/circle': leadsTo('/circle'),
  '/metadata': leadsTo('http://169.254.169.254/latest'),
  '/private': leadsTo('http://10.0.0.1/'),
  '/file': leadsTo('file:///etc/passwd'),
  '/partial': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>a</p>'),
});

const at = (url: string, rest: Omit<Visit, 'source'> = {}) =>
  visits.of(url, (loaded) => loaded.content(), rest);

describe('an address', () => {
  it.each<[string, string, string, string]>([
    ['with an unknown host', 'http://no-such-host.invalid/', 'network', 'ERR_NAME_NOT_RESOLVED'],
    ['with an unknown host, by HTTPS', 'https://no-such-host.invalid/', 'network', 'ERR_NAME_NOT_RESOLVED'],
    ['on a port without a server', 'http://127.0.0.1:4/', 'network', 'ERR_CONNECTION_REFUSED'],
    ['on a port that the browser blocks', 'http://127.0.0.1:1/', 'network', 'ERR_UNSAFE_PORT'],
    ['that breaks off', '/broken', 'network', 'ERR_EMPTY_RESPONSE'],
    ['that answers with an empty error', '/empty', 'network', 'ERR_HTTP_RESPONSE_CODE_FAILURE'],
    ['that answers with nothing at all', '/nothing', 'network', 'ERR_ABORTED'],
    ['that is a download', '/download', 'network', 'ERR_ABORTED'],
    ['that redirects to itself', '/circle', 'network', 'ERR_TOO_MANY_REDIRECTS'],
    ['that redirects to a file', '/file', 'network', 'ERR_UNSAFE_REDIRECT'],
    ['that is invalid', 'http://[', 'network', 'ERR_INVALID_URL'],
    [
      'of a private network',
      'http://10.0.0.1/',
      'blocked',
      '10.0.0.1 is an address that pages may not reach',
    ],
    [
      'that redirects to a private network',
      '/private',
      'blocked',
      '10.0.0.1 is an address that pages may not reach',
    ],
    [
      'that redirects to metadata',
      '/metadata',
      'blocked',
      '169.254.169.254 is an address that pages may not reach',
    ],
  ])('%s is refused', async (_title, url, failure, detail) => {
    expect(await failed(at(url.startsWith('/') ? visits.url(url) : url))).toMatchObject({ failure, detail });
  });

  it('of a local file is refused', async () => {
    expect(
      await failed(visits.visit({ source: { url: 'file:///etc/passwd' } }, async () => {})),
    ).toMatchObject({
      failure: 'blocked',
      detail: 'file: addresses are not allowed, only http: and https: ones',
    });
  });

  it.each([
    ['a private network', 'location = "http://10.0.0.1/"', 'blocked'],
    ['without a server', 'location = "http://127.0.0.1:4/"', 'network'],
  ])('of HTML that a script redirects to %s fails', async (_title, script, failure) => {
    expect((await failed(at(`<script>${script}</script>`, { waitMs: 300 }))).failure).toBe(failure);
  });
});

describe('a visit times out', () => {
  const stuck = '<script>setTimeout(() => { for (;;); }, 50)</script>';
  it.each<[string, string, Omit<Visit, 'source'>, string, string]>([
    [
      'while it waits for a document',
      '/silent',
      { navigationMs: 300 },
      'navigation',
      'Navigation timeout of 300 ms exceeded',
    ],
    [
      'while it waits for an event',
      '/partial',
      { navigationMs: 301 },
      'navigation',
      'Navigation timeout of 301 ms exceeded',
    ],
    [
      'while a script of HTML runs',
      '<script>for (;;);</script>',
      { navigationMs: 302 },
      'navigation',
      'Navigation timeout of 302 ms exceeded',
    ],
    [
      'while alerts follow each other',
      '<script>for (;;) alert(1)</script>',
      { navigationMs: 303 },
      'navigation',
      'Navigation timeout of 303 ms exceeded',
    ],
    [
      'while it waits for an element',
      '<p>',
      { waitForSelector: { selector: '#a', timeoutMs: 200 } },
      'selector',
      'Waiting for selector `#a` failed: Waiting failed: 200ms exceeded',
    ],
    [
      'while it waits for an element of a stuck page',
      stuck,
      { waitMs: 100, actionMs: 250 },
      'action',
      'Request timed out',
    ],
    [
      'while it scrolls a stuck page',
      `<p style="height: 9000px"></p><script>onscroll = () => { for (;;); }</script>`,
      { scroll: true, actionMs: 250 },
      'action',
      'Request timed out',
    ],
    [
      'while a script is loaded',
      '<p>',
      { scriptTags: [{ url: 'SILENT' }], actionMs: 250 },
      'action',
      'Request timed out',
    ],
  ])('%s', async (_title, source, rest, stage, detail) => {
    const { scriptTags } = rest;
    const begun = performance.now();
    const visit = at(source.startsWith('/') ? visits.url(source) : source, {
      ...rest,
      ...(scriptTags === undefined ? {} : { scriptTags: [{ url: visits.url('/silent') }] }),
    });
    expect(await failed(visit)).toEqual({ failure: 'timeout', stage, detail });
    // Nothing waits for stuck work.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('but not as a best attempt, if there is a document', async () => {
    const rest = { bestAttempt: true, navigationMs: 2000 };
    expect(await at(visits.url('/partial'), rest)).toContain('<p>a</p>');
    expect(
      await at('<p>b', { bestAttempt: true, waitForSelector: { selector: '#a', timeoutMs: 100 } }),
    ).toContain('b');
    expect(await failed(at(visits.url('/silent'), rest))).toMatchObject({ stage: 'navigation' });
  });
});

describe('a page', () => {
  it('with dialogs continues at once', async () => {
    const html = '<script>alert(1); document.title = [confirm("a"), prompt("b")]; print()</script>';
    const { page: facts } = await visits.visit({ source: { html } }, async () => {});
    expect(facts.title).toBe('false,');
  });

  it('that opens windows is alone again', async () => {
    await visits.of(
      `<script>open('/'); open('${visits.url('/')}', 'a', 'noopener')</script>`,
      async () => {},
      { waitMs: 300 },
    );
    expect((await visits.place().context.pages()).length).toBeLessThan(2);
  });

  it('that navigates during the work is detached', async () => {
    const html = `<script>setTimeout(() => { location = '${visits.url('/')}' }, 200)</script>`;
    const visit = at(html, { scriptTags: [{ url: visits.url('/silent') }] });
    expect(await failed(visit)).toMatchObject({ failure: 'detached' });
  });

  it('that closes itself is closed', async () => {
    expect(await failed(at('<script>close()</script>', { waitMs: 500 }))).toMatchObject({
      failure: 'closed',
    });
  });

  it('that crashes ends its visit at once, and no other', async () => {
    const begun = performance.now();
    const visit = at('<p>a', { waitMs: 60_000 });
    const other = new Promise((taken) => setTimeout(taken, 300)).then(() => {
      getSession(visits.place().page)
        .send('Page.crash')
        .catch(() => {});
      return at('<p>b', { waitMs: 300 });
    });
    expect(await failed(visit)).toMatchObject({ failure: 'crashed' });
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await other).toContain('b');
  });

  it('that is aborted ends', async () => {
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 200);
    const visit = at('<p>a', { waitMs: 5000, signal: caller.signal });
    expect(await failed(visit)).toMatchObject({ failure: 'aborted' });
  });

  it('throws any error of its work unchanged', async () => {
    const error = new Error('mine');
    await expect(
      visits.of('<p>a', async () => {
        throw error;
      }),
    ).rejects.toBe(error);
  });
});
