import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { createMock, type Mock } from '../../assembly/create-mock.ts';
import type { MockOptions } from '../../assembly/options.ts';
import { openCacheFolder } from '../../engines/browser/local/find/cache-folder.ts';
import { findBrowser } from '../../engines/browser/local/find/find-browser.ts';
import { type Listening, listen } from '../../serve.ts';

/** How a reader looks at a page. */
export interface Look {
  /** Width of the window in pixels. */
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** A desktop and a phone, by day and by night. */
export const looks: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
];

/** A part of a page, by selectors. */
export interface PartOfPage {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** A page in a browser, with everything that it complained about. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors and warnings of its console, exceptions, failed and foreign requests. */
  readonly complaints: readonly string[];
}

/** A server with a browser in front of it. */
export interface OpenedConsole {
  readonly mock: Mock;
  readonly planes: Listening;
  /** Address of the server without a path. */
  readonly origin: string;
  /** Opens a path of the server, such as `/#/requests`, and waits until the page is quiet. */
  open(path: string, look?: Look): Promise<OpenedPage>;
  close(): Promise<void>;
}

/** Serves a mock on free ports and starts the browser that also renders pages. */
export async function openConsole(options: MockOptions = {}): Promise<OpenedConsole> {
  const mock = createMock(options);
  const planes = await listen(mock, { port: 0 });
  const browser = await openBrowser();
  const { origin } = new URL(planes.api);
  return {
    mock,
    planes,
    origin,
    open: (path, look = { width: 1280, scheme: 'light' }) => openPage(browser, origin, path, look),
    async close() {
      await browser.close();
      await planes.close();
      await mock.quit();
    },
  };
}

/** Opens the browser that renders pages, without what keeps rendered pages from this machine. */
export async function openBrowser(): Promise<Browser> {
  const found = await findBrowser({}, () => openCacheFolder(undefined), new AbortController().signal);
  if (!found.opened) throw new Error(found.passedOver.join('\n'));
  const { where, needs } = found.opened;
  await found.opened.close();
  return launch({ executablePath: where, args: needs?.sandbox ? [] : ['--no-sandbox'] });
}

/** Opens a path of a server in a context of its own, and waits until the page is quiet. */
export async function openPage(
  browser: Browser,
  origin: string,
  path: string,
  look: Look,
): Promise<OpenedPage> {
  // Storage and permissions of its own.
  const context = await browser.createBrowserContext();
  await context.overridePermissions(origin, ['clipboard-read', 'clipboard-sanitized-write']);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url)) complaints.push(`foreign: ${url}`);
  });
  await page.setViewport({ width: look.width, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: look.scheme }]);
  await page.goto(`${origin}${path}`, { waitUntil: 'load' });
  await page.waitForNetworkIdle({ idleTime: 200, concurrency: 2 });
  return { page, complaints };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The serious and critical findings of axe on a page, as `rule: element`.
 *
 * @param where selectors of what axe looks at, and of what it leaves out; by default the whole page
 */
export async function findBarriers(page: Page, where: PartOfPage = {}): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const context = JSON.stringify({ include: ['html'], exclude: [], ...where });
  const { violations } = (await page.evaluate(
    `axe.run(${context}, { resultTypes: ['violations'] })`,
  )) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Whether a page is wider than its window, so that a reader must scroll sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

/** Plain words of a page that are broken over lines, with what is around them. */
export function findBrokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/(?<!\S)\p{L}{2,14}(?!\S)/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => top));
        if (lines.size > 1) found.push(`${word} in ${node.parentElement?.className}`);
      }
    }
    return found;
  });
}

/** Chosen links and tabs that their bar does not show. */
export function findHiddenChoices(page: Page): Promise<readonly string[]> {
  return page.$$eval('nav [aria-current="page"], [role="tab"][aria-selected="true"]', (all) =>
    all
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const bar = element.closest('nav, [role="tablist"]')?.getBoundingClientRect();
        if (!bar) return true;
        const outside = Math.max(bar.left - left, right - bar.right, bar.top - top, bottom - bar.bottom);
        return outside > 1;
      })
      .map(({ textContent }) => textContent ?? ''),
  );
}

/** Controls of a page that Tab does not reach, by their text or label. */
export async function findUnreached(page: Page): Promise<readonly string[]> {
  const selector = 'a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex="0"]';
  const controls = await page.$$eval(selector, (all) => all.length);
  for (let presses = 0; presses < controls + 5; presses++) {
    await page.keyboard.press('Tab');
    await page.evaluate(() => document.activeElement?.setAttribute('data-reached', ''));
  }
  return page.$$eval(selector, (all) =>
    all
      // Tabs and radio buttons have one place in the order for all of their group; rows are reached by arrow keys.
      .filter((element) => (element as HTMLElement).tabIndex >= 0 && element.checkVisibility())
      .filter(
        (element) => !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
      )
      .filter((element) => !element.hasAttribute('data-reached'))
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? element.outerHTML),
  );
}

/** Presses Tab until an element with this text or label has the focus. @throws Error after 100 presses */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
    });
    if (focused === name) return;
  }
  throw new Error(`Tab does not reach "${name}".`);
}
