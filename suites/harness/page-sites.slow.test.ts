import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { TargetError } from './errors.ts';
import { createPageSites, type PageSites, redirectTo } from './page-sites.ts';

let sites: PageSites;
afterEach(() => sites.close());

const start = (host = '127.0.0.1') => {
  sites = createPageSites({ host, port: 0 });
  return sites;
};

/** Reads from a new connection until it is closed or enough has arrived. */
function raw(url: string, enough = Number.POSITIVE_INFINITY): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.length >= enough) socket.destroy();
    });
    socket.on('close', () => resolve(text)).on('error', () => resolve(text));
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
}

it('answers by path, with 404 elsewhere, and records its requests', async () => {
  const all = start();
  const site = await all.open('one', (url) => ({
    '/': `<a href="${url}/a">a</a>`,
    '/made': ({ query }) => ({ status: 201, body: query.get('q') ?? '' }),
  }));
  const page = await fetch(site.url);
  expect(await page.text()).toBe(`<a href="${site.url}/a">a</a>`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const sent = { method: 'POST', body: 'ä', headers: { cookie: 'c=1; d=2=3' } };
  const made = await fetch(`${site.url}/made?q=${encodeURIComponent('ä?')}`, sent);
  expect([made.status, await made.text()]).toEqual([201, 'ä?']);
  for (const other of [`${site.url}/none`, `${site.url}-not`]) expect((await fetch(other)).status).toBe(404);
  const record = { method: 'POST', path: '/made', text: 'ä', cookies: { c: '1', d: '2=3' } };
  expect(site.received[1]).toMatchObject(record);
  const two = await all.open('two', { '*': ({ path }) => path });
  expect(await (await fetch(`${two.url}/a/b`)).text()).toBe('/a/b');
  expect([site.received.length, two.received.length]).toEqual([3, 1]);
  expect(two.elsewhere).toBe(two.url.replace('127.0.0.1', 'localhost'));
});

it('is the same for all who use its name', async () => {
  const all = start();
  const [one, other] = await Promise.all(['a', 'b'].map((body) => all.share('ours', { '/': body })));
  expect(other).toBe(one);
  expect(await (await fetch(one?.url ?? '')).text()).toBe('a');
});

it('repeats headers, redirects, delays answers and requires credentials', async () => {
  const { url } = await start().open('one', {
    '/cookies': { headers: { 'Set-Cookie': ['a=1', 'b=2'] } },
    '/moved': redirectTo('/elsewhere', 308),
    '/late': { body: 'x', delayMs: 80 },
    '/closed': { body: 'in', auth: { username: 'ü', password: 'p:w' } },
  });
  expect((await fetch(`${url}/cookies`)).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const moved = await fetch(`${url}/moved`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/elsewhere']);
  const started = performance.now();
  expect(await (await fetch(`${url}/late`)).text()).toBe('x');
  expect(performance.now() - started).toBeGreaterThan(70);
  const authorization = `Basic ${Buffer.from('ü:p:w').toString('base64')}`;
  const statuses = [undefined, `${authorization}x`, authorization].map(async (header) => {
    const headers = header === undefined ? {} : { authorization: header };
    return (await fetch(`${url}/closed`, { headers })).status;
  });
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
});

it.each([
  ['dropped', /^$/],
  ['cut', /content-length: 4\r\n.*\r\n\r\nabc$/is],
  ['endless', /^(?:.*?abc){100}/s],
] as const)('has a fault: %s', async (fault, expected) => {
  const { url } = await start().open('one', { '/': { fault, body: 'abc' } });
  expect(await raw(url, 2_000)).toMatch(expected);
});

it.each(['silent', 'hanging'] as const)('stays open until the site is closed: %s', async (fault) => {
  const site = await start().open('one', { '/': { fault, body: 'abc' } });
  let text: string | undefined;
  const done = raw(site.url).then((all) => {
    text = all;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(text).toBeUndefined();
  site.close();
  await done;
  expect(text?.includes('abc')).toBe(fault === 'hanging');
});

it('reports that its port is in use, and uses the address by which the target reaches this machine', async () => {
  const { url } = await start().open('one', {});
  const second = createPageSites({ host: '127.0.0.1', port: Number(new URL(url).port) });
  await expect(second.open('two', {})).rejects.toThrow(TargetError);
  await second.close();
  await sites.close();
  expect(await start('https://pages.example/').open('one', {})).toMatchObject({
    ...{ url: 'https://pages.example/one', elsewhere: null },
  });
});
