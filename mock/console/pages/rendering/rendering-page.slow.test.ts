import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBarriers, type OpenedConsole, openConsole, tabTo } from '../../testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
}, 120_000);
afterAll(() => opened?.close(), 60_000);
beforeEach(() => opened.mock.reset());

const render = (action: string, body: object) => {
  const { accountId, apiToken } = opened.mock.defaults;
  return fetch(`${opened.planes.api}/accounts/${accountId}/browser-rendering/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
};
const getText = (page: Page, selector: string) =>
  page.$eval(selector, (element) => element.textContent ?? '');
const waitForCards = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('.cards .panel').length === wanted,
    { timeout: 15_000 },
    count,
  );
/** Clicks the button with this text. */
const press = (page: Page, text: string) =>
  page.$$eval(
    'main button',
    (buttons, wanted) => buttons.find((button) => button.textContent === wanted)?.click(),
    text,
  );

describe('the page of renderings', () => {
  it('lists what others render, with its picture', async () => {
    const { page, complaints } = await opened.open('/#/rendering');
    expect(await getText(page, '.empty-title')).toBe('No pages yet.');
    await render('screenshot', { html: '<h1>Lamps</h1>', viewport: { width: 320, height: 200 } });
    await waitForCards(page, 1);
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.cards img')?.naturalWidth === 320,
    );
    expect(await getText(page, '.page-name')).toBe('HTML of 14 characters');
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows the answer of a rendering and its page, which adds nothing to the list', async () => {
    await render('markdown', { html: '<h1>Lamps</h1>' });
    const { page, complaints } = await opened.open('/#/rendering');
    await waitForCards(page, 1);
    await press(page, 'Show the answer');
    await page.waitForSelector('.cards .code');
    expect(await getText(page, '.cards .code')).toContain('# Lamps');
    await press(page, 'Show the page');
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.cards img')?.naturalWidth === 1920,
    );
    await page.waitForNetworkIdle();
    expect(await page.$$eval('.cards .panel', (cards) => cards.length)).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('renders a page by keyboard', async () => {
    const { page, complaints } = await opened.open('/#/rendering');
    await page.waitForSelector('textarea');
    await page.select('.options select', 'markdown');
    await page.focus('textarea');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('<h2>Typed</h2>');
    await tabTo(page, 'Render');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.panel .code');
    expect(await getText(page, '.panel .code')).toContain('## Typed');
    await waitForCards(page, 1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows why a page could not be rendered', async () => {
    const html = '<img src=x onerror="document.title=1">';
    await render('links', { url: `http://no-such-host.invalid/${html}` });
    const { page, complaints } = await opened.open('/#/rendering');
    await waitForCards(page, 1);
    expect(await getText(page, '.page-name')).toContain(html);
    expect(await getText(page, '.cards .note')).not.toBe('');
    expect(await page.title()).toBe('Rendering · Touchstone');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('runs nothing of a rendered page', async () => {
    await render('content', {
      html: '<script>document.title=1</script><img src=x onerror="document.title=2">',
    });
    const { page, complaints } = await opened.open('/#/rendering');
    await waitForCards(page, 1);
    await press(page, 'Show the answer');
    await page.waitForSelector('.cards .code');
    expect(await getText(page, '.cards .code')).toContain('onerror');
    expect(await page.title()).toBe('Rendering · Touchstone');
    expect(await page.$$eval('main img', (images) => images.length)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
