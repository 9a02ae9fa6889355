import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { TargetError } from './errors.ts';
import { isLoopbackHost } from './loopback.ts';
import { createPageSites, type PageSites, redirectTo } from './page-sites.ts';

let sites: PageSites;
afterEach(() => sites.close());

const start = () => {
  sites = createPageSites({ host: '127.0.0.1', port: 0 });
  return sites;
};

/** Reads from a new connection until it is closed or enough has arrived. */
function raw(url: string, enough = Number.POSITIVE_INFINITY): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.length >= enough) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
}

describe('a site', () => {
  it('answers by path, and with 404 elsewhere', async () => {
    const site = await start().open('one', (url) => ({
      '/': `<a href="${url}/a">a</a>`,
      '/a.css': 'b {}',
      '/bytes': Uint8Array.of(255, 0),
      '/made': ({ query }) => ({ status: 201, body: query.get('q') ?? '' }),
    }));
    const page = await fetch(site.url);
    expect(await page.text()).toBe(`<a href="${site.url}/a">a</a>`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(`${site.url}/a.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect([...(await (await fetch(`${site.url}/bytes`)).bytes())]).toEqual([255, 0]);
    const made = await fetch(`${site.url}/made?q=${encodeURIComponent('ä?')}`);
    expect([made.status, await made.text()]).toEqual([201, 'ä?']);
    expect((await fetch(`${site.url}/none`)).status).toBe(404);
    expect((await fetch(`${site.url}-not`)).status).toBe(404);
  });

  it('answers all other paths by *', async () => {
    const { url } = await start().open('one', { '*': ({ path }) => path });
    expect(await (await fetch(`${url}/a/b`)).text()).toBe('/a/b');
  });

  it('records its requests', async () => {
    const site = await start().open('one', { '/a': '' });
    const before = performance.now();
    await fetch(`${site.url}/a?b=1`, { method: 'POST', body: 'ä', headers: { cookie: 'c=1; d=2=3' } });
    await fetch(`${site.url}/none`);
    const [first, second] = site.received;
    expect(first).toMatchObject({ method: 'POST', path: '/a', text: 'ä', cookies: { c: '1', d: '2=3' } });
    expect(first?.query.get('b')).toBe('1');
    expect(first?.at).toBeGreaterThanOrEqual(before);
    expect([second?.path, site.received.length]).toEqual(['/none', 2]);
  });

  it('shares nothing with another site', async () => {
    const { open } = start();
    const [one, two] = [await open('one', { '/': 'one' }), await open('two', { '/': 'two' })];
    expect(await (await fetch(two.url)).text()).toBe('two');
    expect([one.received.length, two.received.length]).toEqual([0, 1]);
  });

  it('is the same for all who use its name', async () => {
    const all = start();
    const [one, other] = await Promise.all([
      all.share('ours', { '/': 'a' }),
      all.share('ours', { '/': 'b' }),
    ]);
    expect(other).toBe(one);
    expect(await (await fetch(one.url)).text()).toBe('a');
  });

  it('has a second origin', async () => {
    const site = await start().open('one', { '/': 'one' });
    expect(site.elsewhere).toBe(site.url.replace('127.0.0.1', 'localhost'));
  });

  it('repeats headers, redirects and delays answers', async () => {
    const { url } = await start().open('one', {
      '/cookies': { headers: { 'Set-Cookie': ['a=1', 'b=2'], 'Cache-Control': 'max-age=9' } },
      '/moved': redirectTo('/elsewhere', 308),
      '/late': { body: 'x', delayMs: 80 },
    });
    const { headers } = await fetch(`${url}/cookies`);
    expect([headers.getSetCookie(), headers.get('cache-control')]).toEqual([['a=1', 'b=2'], 'max-age=9']);
    const moved = await fetch(`${url}/moved`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/elsewhere']);
    const started = performance.now();
    expect(await (await fetch(`${url}/late`)).text()).toBe('x');
    expect(performance.now() - started).toBeGreaterThan(70);
  });

  it('requires credentials', async () => {
    const { url } = await start().open('one', {
      '/': { body: 'in', auth: { username: 'ü', password: 'p:w' } },
    });
    const asked = await fetch(url);
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic realm=/),
    ]);
    const authorization = `Basic ${Buffer.from('ü:p:w').toString('base64')}`;
    expect((await fetch(url, { headers: { authorization: `${authorization}x` } })).status).toBe(401);
    expect(await (await fetch(url, { headers: { authorization } })).text()).toBe('in');
  });
});

describe('an answer with a fault', () => {
  it('drops the connection', async () => {
    const { url } = await start().open('one', { '/': { fault: 'dropped', body: 'x' } });
    expect(await raw(url).catch(() => '')).toBe('');
  });

  it('ends before its announced length', async () => {
    const { url } = await start().open('one', { '/': { fault: 'cut', body: 'abc' } });
    const text = await raw(url);
    expect(text).toMatch(/content-length: 4\r\n/i);
    expect(text).toMatch(/\r\n\r\nabc$/);
  });

  it('never ends', async () => {
    const { url } = await start().open('one', { '/': { fault: 'endless', body: 'abc' } });
    expect((await raw(url, 2000)).match(/abc/g)?.length).toBeGreaterThan(100);
  });

  it.each(['silent', 'hanging'] as const)('stays open until the site is closed: %s', async (fault) => {
    const site = await start().open('one', { '/': { fault, body: 'abc' } });
    let text: string | undefined;
    const done = raw(site.url)
      .catch(() => '')
      .then((all) => {
        text = all;
      });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(text).toBeUndefined();
    site.close();
    await done;
    expect(text?.includes('abc')).toBe(fault === 'hanging');
  });
});

it('reports that its port is in use', async () => {
  const { url } = await start().open('one', {});
  const second = createPageSites({ host: '127.0.0.1', port: Number(new URL(url).port) });
  await expect(second.open('two', {})).rejects.toThrow(TargetError);
  await second.close();
});

it('uses the address by which the target reaches this machine', async () => {
  sites = createPageSites({ host: 'https://pages.example/', port: 0 });
  expect(await sites.open('one', {})).toMatchObject({ url: 'https://pages.example/one', elsewhere: null });
});

it.each([
  ['localhost', true],
  ['a.localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['127.0.0.1.example.com', false],
  ['notlocalhost', false],
  ['10.0.0.1', false],
])('%s is loopback: %j', (host, loopback) => {
  sites = createPageSites({ host: '127.0.0.1', port: 0 });
  expect(isLoopbackHost(host)).toBe(loopback);
});
