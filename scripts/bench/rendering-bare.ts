/**
 * The minimum for a page: puppeteer-core and one shared browser, the same executable with the mock's flags, and a new
 * page for each. It receives jobs from its parent and answers each.
 */
import type { Browser, BrowserContext } from 'puppeteer-core';
import { openCacheFolder } from '../../mock/engines/browser/local/find/cache-folder.ts';
import { findBrowser } from '../../mock/engines/browser/local/find/find-browser.ts';
import { processTree } from './process-memory.ts';
import { scriptedPage, simplePage, viewport } from './rendering-pages.ts';

/** The work, how often, and how much of it at once. */
export interface BareJob {
  /** The URL of the pages. */
  readonly port: number;
  /** `first` starts a browser for each; `held` opens pages and measures their memory. */
  readonly what: 'still' | 'scripted' | 'url' | 'links' | 'first' | 'held';
  readonly times: number;
  readonly atOnce: number;
}

export interface BareReport {
  readonly milliseconds: number;
  /** Bytes of each held page; 0 without held pages. */
  readonly bytes: number;
  /** The failure; a job fails as a whole, so that no failure counts as a figure. */
  readonly refused: number;
}

async function openBrowser() {
  const forever = new AbortController().signal;
  const { opened, passedOver } = await findBrowser({}, () => openCacheFolder(undefined), forever);
  if (opened === undefined) throw new Error(passedOver.join('; '));
  return opened;
}

type Opened = Awaited<ReturnType<typeof openBrowser>>;

let shared: Promise<Opened> | undefined;
let direct: Promise<BrowserContext> | undefined;

const sharedBrowser = (): Promise<Opened> => {
  shared ??= openBrowser();
  return shared;
};

/** The mock's flags send everything to a proxy that doesn't run here; one context for all pages bypasses it. */
const directContext = (browser: Browser): Promise<BrowserContext> => {
  direct ??= browser.createBrowserContext({ proxyServer: 'direct://' });
  return direct;
};

async function drawHtml(browser: Browser, html: string): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  await page.screenshot();
  await page.close();
}

async function drawUrl(browser: Browser, url: string): Promise<void> {
  const page = await (await directContext(browser)).newPage();
  await page.setViewport(viewport);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.screenshot();
  await page.close();
}

async function readLinks(browser: Browser, url: string): Promise<void> {
  const page = await (await directContext(browser)).newPage();
  await page.setViewport(viewport);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  // Not `$$eval`, which transfers every element separately and takes several times as long.
  await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => link.href),
  );
  await page.close();
}

async function first(): Promise<void> {
  const { browser, close } = await openBrowser();
  await drawHtml(browser, scriptedPage);
  await close();
}

/** Bytes of a page, of several open at once. */
async function held(browser: Browser, count: number): Promise<number> {
  await drawHtml(browser, scriptedPage);
  const before = await processTree(process.pid);
  const pages = await Promise.all(
    Array.from({ length: count }, async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(viewport);
      await page.setContent(scriptedPage);
      return context;
    }),
  );
  const after = await processTree(process.pid);
  await Promise.all(pages.map((context) => context.close()));
  return (after.own + after.others - before.own - before.others) / count;
}

async function run({ port, what, times, atOnce }: BareJob): Promise<BareReport> {
  const site = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const report = (bytes = 0) => ({ milliseconds: performance.now() - begun, bytes, refused: 0 });
  if (what === 'first') {
    for (let time = 0; time < times; time++) await first();
    return report();
  }
  const { browser } = await sharedBrowser();
  if (what === 'held') return report(await held(browser, times));
  const works = {
    still: () => drawHtml(browser, simplePage),
    scripted: () => drawHtml(browser, scriptedPage),
    url: () => drawUrl(browser, `${site}/`),
    links: () => readLinks(browser, `${site}/links`),
  };
  let left = times;
  const worker = async () => {
    while (left-- > 0) await works[what]();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return report();
}

process.on('message', async (job: BareJob) => {
  try {
    process.send?.({ report: await run(job) });
  } catch (error) {
    process.send?.({ failure: String(error) });
  }
});
// Its parent is gone, or ends it.
for (const event of ['disconnect', 'SIGTERM']) process.once(event, () => process.exit());
