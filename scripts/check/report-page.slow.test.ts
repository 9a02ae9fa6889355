import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCacheFolder } from '../../mock/engines/browser/local/find/cache-folder.ts';
import { findBrowser } from '../../mock/engines/browser/local/find/find-browser.ts';
import type { OpenedBrowser } from '../../mock/engines/browser/local/running-browser.ts';
import { fileReporter } from '../../suites/harness/report-files.ts';
import type { RunResult } from '../../suites/harness/results.ts';
import { type BrokenPlatform, openBrokenPlatform } from './broken-platform.ts';

/** The report of a run against a broken platform, as a user opens it: in a browser, from disk. */
const folder = mkdtempSync(join(tmpdir(), 'touchstone-report-'));
const file = join(folder, 'report.html');
let platform: BrokenPlatform;
let result: RunResult;
let opened: OpenedBrowser;
let browser: Browser;

beforeAll(async () => {
  platform = await openBrokenPlatform();
  result = await platform.run({ pictures: join(folder, 'pictures'), reporters: [fileReporter(folder)] });
  const found = await findBrowser({}, () => openCacheFolder(undefined), new AbortController().signal);
  if (!found.opened) throw new Error(found.passedOver.join('\n'));
  opened = found.opened;
  browser = opened.browser;
}, 120_000);

afterAll(async () => {
  await opened?.close();
  await platform?.close();
  rmSync(folder, { recursive: true });
}, 60_000);

/** Opens the report and collects the page's errors. */
async function openReport(width = 1280, scheme = 'light'): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!/^(?:file|data):/.test(request.url())) complaints.push(request.url());
  });
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(pathToFileURL(file).href);
  return { page, complaints };
}

const shownTitles = (page: Page) =>
  page.$$eval('.tests > li:not([hidden]) .title', (titles) => titles.map((title) => title.textContent));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
/** Opens everything, and lays out what is below the window too. */
const openAll = (page: Page) =>
  page.evaluate(async () => {
    const style = new CSSStyleSheet();
    style.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(style);
    const isMore = () => document.querySelector('details:not([open]), [data-later]');
    for (; isMore(); await new Promise((resolve) => setTimeout(resolve, 10))) {
      for (const details of document.querySelectorAll('details')) details.open = true;
    }
  });

describe('report.html in a browser', () => {
  it('opens from disk without requests and errors', async () => {
    const { page, complaints } = await openReport();
    await openAll(page);
    expect(await page.title()).toBe(`broken run: ${platform.target.api}`);
    expect(await page.$eval('h1', (heading) => heading.textContent)).toBe('Broken run');
    expect(await page.$$eval('img', (images) => images.every((image) => image.naturalWidth > 0))).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows every answer of the target as text', async () => {
    const { page } = await openReport();
    await openAll(page);
    expect(await page.$$eval('script', (scripts) => scripts.map(({ type }) => type))).toEqual([
      'application/json',
      '',
    ]);
    expect(await page.$$eval('img[src="x"]', (images) => images.length)).toBe(0);
    expect(await page.$eval('.tests', (list) => list.textContent)).toContain(
      '</script><script>document.title',
    );
    await page.close();
  });

  it('shows the sentence of a failure, the differences, both twins and how to reproduce it', async () => {
    const { page } = await openReport();
    await openAll(page);
    const text = (selector: string) =>
      page.$$eval(
        '.test',
        (tests, wanted) => {
          const test = tests.find((one) => one.textContent?.includes('without `description`'));
          return [...(test?.querySelectorAll(wanted) ?? [])].map((part) => part.textContent);
        },
        selector,
      );
    expect((await text('blockquote'))[0]).toMatch(
      /^must TV-CFG-15 .+token-validation\.md.* seeddescription · string · yes/,
    );
    expect((await text('.differences td'))[0]).toBe('a refusal');
    const headings = await text('.exchange h4');
    expect(headings).toEqual(
      expect.arrayContaining(['Valid request', expect.stringMatching(/^Faulty request/)]),
    );
    expect((await text('.valid mark')).join('')).toContain('"description": "');
    expect((await text('.curl pre'))[0]).toMatch(/^curl -i 'http.+-H "authorization: Bearer \$TOKEN"/s);
    await page.close();
  });

  it('shows differing lines of texts, and pictures with their difference', async () => {
    const { page } = await openReport();
    await openAll(page);
    expect(await page.$$eval('.lines .minus', (lines) => lines.map((line) => line.textContent))).toContain(
      '- > - one\n',
    );
    expect(await page.$$eval('.pictures', (all) => all.length)).toBe(2);
    expect(
      await page.$$eval('.pictures:first-of-type figcaption', (all) =>
        all.slice(0, 3).map((one) => one.textContent),
      ),
    ).toEqual(['Expected', 'Received', 'Difference, in red']);
    await page.close();
  });

  it('filters by keyboard alone', async () => {
    const { page } = await openReport();
    const failing = result.tests.filter(({ status }) => status === 'failed' || status === 'error').length;
    expect((await shownTitles(page)).length).toBe(failing);
    await page.keyboard.press('/');
    await page.keyboard.type('tv-cfg-15');
    expect(await shownTitles(page)).toEqual(['The server refuses a configuration without `description`']);
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      (count) => document.querySelectorAll('.tests > li:not([hidden])').length === count,
      {},
      failing,
    );
    // From the text back to the last status, and on to the service and the level.
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await page.keyboard.press('Space');
    expect(await shownTitles(page)).toContain('is switched off');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Markdown');
    expect(await shownTitles(page)).toEqual(['A quote contains lists, code, headings and rules']);
    await page.keyboard.press('Tab');
    await page.keyboard.type('SHOULD');
    expect(await shownTitles(page)).toEqual([]);
    expect(await page.$eval('#shown', (line) => line.textContent)).toBe(`0 of ${result.tests.length} tests`);
    await page.close();
  });

  it('moves between failures with j and k, and opens one with Enter', async () => {
    const { page } = await openReport();
    await page.keyboard.press('j');
    const first = await focused(page);
    await page.keyboard.press('j');
    expect(await focused(page)).not.toBe(first);
    await page.keyboard.press('k');
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('Enter');
    expect(await page.$eval('.tests details', (details) => details.open)).toBe(true);
    await page.waitForSelector('.tests details[open] .inside');
    expect(await page.$$eval('.inside', (all) => all.length)).toBe(1);
    await page.close();
  });

  it('has everything for a search of the browser', async () => {
    const { page } = await openReport();
    expect(await page.$$eval('.exchange', (all) => all.length)).toBe(0);
    await page.keyboard.down('Control');
    await page.keyboard.press('f');
    await page.keyboard.up('Control');
    expect(await page.$$eval('.exchange', (all) => all.length)).toBeGreaterThan(5);
    await page.close();
  });

  it('links a number of the matrix to its tests', async () => {
    const { page } = await openReport();
    await page.focus('.cell[data-service="BR"][data-level="must"]');
    await page.keyboard.press('Enter');
    expect(await shownTitles(page)).toHaveLength(2);
    expect(await focused(page)).toContain('browser-rendering/screenshots');
    await page.close();
  });

  it('moves the slider over pictures with the arrow keys', async () => {
    const { page } = await openReport();
    await openAll(page);
    const split = () =>
      page.$eval('.stack', (stack) =>
        stack instanceof HTMLElement ? stack.style.getPropertyValue('--split') : '',
      );
    expect(await split()).toBe('50%');
    await page.focus('.compare input');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await split()).toBe('52%');
    await page.keyboard.press('Home');
    expect(await split()).toBe('0%');
    await page.close();
  });

  it.each([360, 768, 1280])('fits into a window of %i pixels with everything open', async (width) => {
    const { page } = await openReport(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await openAll(page);
    const size = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.body.scrollHeight,
    ]);
    expect(size[0]).toBeLessThanOrEqual(width);
    expect(size[1]).toBeGreaterThan(8_000);
    await page.close();
  });

  it.each(['light', 'dark'])('has enough text contrast in the %s scheme', async (scheme) => {
    const { page } = await openReport(1280, scheme);
    await openAll(page);
    expect(await page.evaluate(faintTexts)).toEqual([]);
    await page.close();
  });

  it('has landmarks, one main heading, and a name for every control', async () => {
    const { page } = await openReport();
    const tree = await page.evaluate(() => ({
      landmarks: ['header', 'nav', 'main', 'footer'].filter((name) =>
        document.querySelector(`body > ${name}`),
      ),
      headings: document.querySelectorAll('h1').length,
      nameless: [...document.querySelectorAll('input, select, button')].filter(
        (control) =>
          !(
            control instanceof HTMLButtonElement ? control.textContent : control.closest('label')?.textContent
          )?.trim(),
      ).length,
    }));
    expect(tree).toEqual({ landmarks: ['header', 'nav', 'main', 'footer'], headings: 1, nameless: 0 });
    await page.close();
  });
});

describe('the files of a run', () => {
  it('contain no secret of the target', () => {
    const { secrets } = platform.target;
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    for (const name of ['report.html', 'results.json', 'junit.xml']) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (const secret of secrets) expect(text.includes(secret), `${name} holds ${secret}`).toBe(false);
    }
  });

  it('name the saved pictures relative to results.json', () => {
    const saved = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as RunResult; // just written
    const pictures = saved.tests.flatMap(({ findings }) =>
      findings.flatMap(({ evidence }) => evidence?.pictures ?? []),
    );
    expect(pictures.map(({ actual }) => actual).sort()).toEqual([
      'pictures/box-solid.actual.png',
      'pictures/stacking-order.actual.png',
    ]);
    for (const { actual } of pictures) expect(readFileSync(join(folder, actual)).length).toBeGreaterThan(100);
  });
});

/** Texts with less contrast than WCAG 2.2 requires (1.4.3); runs in the page. */
function faintTexts(): string[] {
  const parts = (colour: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return { red, green, blue, alpha };
  };
  const luminance = ({ red, green, blue }: { red: number; green: number; blue: number }) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element: Element | null): ReturnType<typeof parts> => {
    if (!element) return parts('rgb(255, 255, 255)');
    const colour = parts(getComputedStyle(element).backgroundColor);
    return colour.alpha === 0 ? behind(element.parentElement) : colour;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = new Set<string>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest('script, style, .sr, .skip, option'))
      continue;
    const style = getComputedStyle(element);
    const [a, b] = [luminance(parts(style.color)), luminance(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = Number.parseFloat(style.fontSize) >= 24;
    if (contrast < (large ? 3 : 4.5))
      faint.add(`${element.className || element.tagName}: ${contrast.toFixed(2)}`);
  }
  return [...faint];
}
