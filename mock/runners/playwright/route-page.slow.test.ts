import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../index.ts';
import { launchCommand, routePage } from '../../playwright.ts';

/** The answers of zones in these tests. */
const origin = async (request: Request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/here?a=1' } });
  if (pathname === '/never') return new Response(new ReadableStream());
  const said = `${request.method} ${pathname} ${request.headers.get('content-type')}`;
  const bytes = [...new Uint8Array(await request.arrayBuffer())];
  const headers = { 'content-type': 'text/html', 'x-said': said, 'x-bytes': bytes.join() };
  return new Response(`<h1>${pathname}</h1>`, { headers });
};

let browser: Browser;
let context: BrowserContext;
const mock = createMock({ origin });

beforeAll(async () => {
  browser = await chromium.launch(await launchCommand());
}, 90_000);
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());
afterAll(async () => {
  await browser.close();
  await mock.close();
});

/** A page of one zone, whose scripts call others. */
async function open() {
  await routePage(context, mock);
  const page = await context.newPage();
  await page.goto('http://www.example.localhost/start');
  return page;
}

describe('a page routed to a mock', () => {
  it('shows a zone, and reads all of an API answer', async () => {
    const page = await open();
    expect(await page.textContent('h1')).toBe('/start');
    const answer = await page.evaluate(async (token) => {
      const url = 'https://api.cloudflare.com/client/v4/user/tokens/verify';
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      return [response.status, response.headers.get('touchstone-operation'), (await response.json()).success];
    }, mock.defaults.apiToken);
    expect(answer).toEqual([200, 'user.token.verify', true]);
  });

  it('sends every method and every byte', async () => {
    const page = await open();
    const said = await page.evaluate(async () => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array([0, 255])], 'a.bin'));
      const bodies = {
        PUT: new Uint8Array([0, 128, 255]),
        PATCH: new Blob([new Uint8Array([1, 2])]),
        POST: form,
      };
      const answers: (string | null)[] = [];
      for (const [method, body] of Object.entries(bodies)) {
        const { headers } = await fetch('http://api.example.localhost/x', { method, body });
        answers.push(headers.get('x-said'), headers.get('x-bytes'));
      }
      answers.push(
        (await fetch('http://api.example.localhost/x', { method: 'DELETE' })).headers.get('x-said'),
      );
      return answers;
    });
    expect(said.slice(0, 4)).toEqual(['PUT /x null', '0,128,255', 'PATCH /x null', '1,2']);
    expect(said[4]).toMatch(/^POST \/x multipart\/form-data; boundary=/);
    // The two bytes of the file, between an empty line and the closing boundary.
    expect(said[5]).toContain('13,10,13,10,0,255,13,10,45,45');
    expect(said[6]).toBe('DELETE /x null');
  });

  it('follows redirects, in the address bar and in scripts', async () => {
    const page = await open();
    const text = () => fetch('http://api.example.localhost/moved').then((response) => response.text());
    expect(await page.evaluate(text)).toBe('<h1>/here</h1>');
    await page.goto('http://shop.example.localhost/moved');
    expect(page.url()).toBe('http://shop.example.localhost/here?a=1');
    expect(await page.textContent('h1')).toBe('/here');
  });

  it('loses its connection when a fault drops it or truncates an answer', async () => {
    const page = await open();
    const ask = () => fetch('http://api.example.localhost/x').then(({ status }) => status, String);
    for (const fault of [{ drop: 'before' }, { truncate: { bytes: 3 } }] as const) {
      mock.faults.add({ operation: 'edge', times: 'once', ...fault });
      expect(await page.evaluate(ask)).toBe('TypeError: Failed to fetch');
      expect(await page.evaluate(ask)).toBe(200);
    }
  });

  it('cancels what it no longer waits for', async () => {
    const page = await open();
    const left = page.evaluate(async () => {
      const leaving = new AbortController();
      const answer = fetch('http://api.example.localhost/never', { signal: leaving.signal });
      setTimeout(() => leaving.abort(), 100);
      return answer.then(String, ({ name }) => name);
    });
    expect(await left).toBe('AbortError');
    expect(await page.textContent('h1')).toBe('/start');
  });

  it('uses the network again once its routes are removed', async () => {
    const page = await context.newPage();
    const takeBack = await routePage(page, mock, { zones: ['nowhere.invalid'] });
    await page.goto('http://nowhere.invalid/');
    await takeBack();
    await expect(page.goto('http://nowhere.invalid/')).rejects.toThrow('ERR_');
  });
});
