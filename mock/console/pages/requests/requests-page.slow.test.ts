import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForText } from '../../testing/drive.ts';
import { type OpenedConsole, openConsole, tabTo } from '../../testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
}, 120_000);
afterAll(() => opened?.close(), 60_000);
beforeEach(() => opened.mock.world.journal.clear());

const token = 'touchstone-full-access-token-0000000001';
const call = (path: string, headers: HeadersInit = { authorization: `Bearer ${token}` }) =>
  fetch(`${opened.planes.api}${path}`, { headers });
const getText = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.textContent ?? '');
const waitForRows = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('.request').length === wanted,
    { timeout: 10_000 },
    count,
  );

describe('the page of requests', () => {
  it('shows a request as it is answered, and why it was refused', async () => {
    const { page, complaints } = await opened.open('/#/requests');
    await waitForText(page, 'No requests yet.');
    await call('/user/tokens/verify', { authorization: 'Bearer broken' });
    await waitForRows(page, 1);
    await page.click('.request');
    await page.waitForSelector('.why');
    expect(await getText(page, '.why')).toContain('Invalid API Token');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each([1280, 390])('shows both ends of a long address, %d pixels wide', async (width) => {
    const id = 'a0'.repeat(16);
    const paths = [`/zones/${id}/token_validation/rules/${id}`, `/accounts/${id}/${'long/'.repeat(30)}end`];
    for (const path of paths) await call(path);
    const { page } = await opened.open('/#/requests', { width, scheme: 'light' });
    await waitForRows(page, 2);
    const hidden = await page.$$eval('.request .path', (all) =>
      all
        .filter((path) => {
          const texts: Text[] = [];
          const walker = document.createTreeWalker(path, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) texts.push(walker.currentNode as Text);
          const box = path.getBoundingClientRect();
          const isOutside = (node: Text | undefined, at: number) => {
            if (!node) return true;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { left, right } = range.getBoundingClientRect();
            return left < box.left - 1 || right > box.right + 1;
          };
          return isOutside(texts[0], 0) || isOutside(texts.at(-1), (texts.at(-1)?.length ?? 1) - 1);
        })
        .map(({ textContent }) => textContent),
    );
    expect(hidden).toEqual([]);
    const shown = await page.$$eval('.request .path', (all) => all.map(({ textContent }) => textContent));
    expect(shown).toEqual(paths.toReversed());
    await page.close();
  });

  it('is used by keyboard alone', async () => {
    for (const path of ['/zones/first', '/zones/second']) await call(path);
    const { page } = await opened.open('/#/requests');
    await waitForRows(page, 2);
    await tabTo(page, 'Requests, the newest first');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.detail .url');
    expect(await getText(page, '.detail .url')).toContain('/zones/first');
    await tabTo(page, 'Answer');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() =>
      document.querySelector('.detail')?.textContent?.includes('authorization'),
    );
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[aria-label="The request as a curl command"]');
    await page.close();
  });

  it('filters by words, plane and refusal', async () => {
    await call('/user/tokens/verify');
    await call('/zones/none');
    await fetch(`${opened.planes.edge}/orders`, { headers: { 'touchstone-host': 'api.example.localhost' } });
    const { page } = await opened.open('/#/requests');
    await waitForRows(page, 3);
    await page.type('[aria-label="Filter requests"]', 'verify');
    await waitForRows(page, 1);
    await page.$eval('input[type="search"]', (input) => input.select());
    await page.keyboard.press('Backspace');
    await waitForRows(page, 3);
    await page.select('[aria-label="Plane"]', 'edge');
    await waitForRows(page, 1);
    await page.select('[aria-label="Plane"]', '');
    await waitForRows(page, 3);
    await page.click('.check input');
    await waitForRows(page, 1);
    await page.close();
  });

  it('sends a request again, with the credentials that the journal hides', async () => {
    await call('/user/tokens/verify');
    const { page } = await opened.open('/#/requests');
    await waitForRows(page, 1);
    await page.click('.request');
    await page.waitForSelector('.detail-actions button');
    await page.click('.detail-actions button');
    await waitForRows(page, 2);
    await page.waitForFunction(() => location.hash === '#/requests/2');
    expect(opened.mock.journal.count({ operation: 'user.token.verify', status: 200 })).toBe(2);
    await page.close();
  });

  it('renders only the rows in sight of ten thousand', async () => {
    const { mock, origin } = opened;
    for (let index = 0; index < 10_000; index++) {
      await mock.fetch(new Request(`${origin}/client/v4/zones/${index}`));
    }
    const { page } = await opened.open('/#/requests');
    await page.waitForFunction(() => document.querySelector('.count')?.textContent === '10000 requests');
    expect(await page.$$eval('.request', (rows) => rows.length)).toBeLessThan(60);
    await page.focus('.virtual');
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.querySelector('.request[aria-current]') !== null);
    expect(await getText(page, '.request[aria-current] .path')).toBe('/zones/0');
    await page.close();
  }, 60_000);
});

describe('hostile requests', () => {
  it('are shown as text and run nothing', async () => {
    const html = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const url = `${opened.planes.api}/zones/${encodeURIComponent(html)}?a=\u202e%1b[31m`;
    const body = JSON.stringify({ name: `${html}\u0007\ud800`, long: 'x'.repeat(6 * 1024 * 1024) });
    await fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${token}`, 'x-note': html } });
    const { page, complaints } = await opened.open('/#/requests');
    await waitForRows(page, 1);
    await page.click('.request');
    await page.waitForSelector('.detail .url');
    for (const tab of await page.$$('[role="tab"]')) await tab.click();
    expect(await page.title()).toBe('Requests · Touchstone');
    expect(await page.$$eval('img', (images) => images.length)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
