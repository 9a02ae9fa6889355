import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import process from 'node:process';
import { Hono } from 'hono';
import { serveStatic } from 'hono/bun';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findBarriers,
  isTooWide,
  looks,
  openBrowser,
  openPage,
} from '../../mock/console/testing/open-console.ts';
import { getPages } from './site/pages.ts';

const root = join(import.meta.dirname, '..', '..');
/** The site works below any path. */
const below = '/deep/site';
let addresses: readonly string[];

let out: string;
let printed: string;
let server: Bun.Server<undefined>;
let browser: Browser;

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'touchstone-site-'));
  const built = spawnSync(process.execPath, ['scripts/docs/site.ts', '--outDir', out], {
    cwd: root,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`The site was not built:\n${built.stdout}${built.stderr}`);
  printed = built.stdout;
  addresses = getPages(root).map(({ path }) => path.replace(/\.md$/, '.html'));
  const app = new Hono().use(
    `${below}/*`,
    serveStatic({ root: out, rewriteRequestPath: (path) => path.slice(below.length) }),
  );
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch });
  browser = await openBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop(true);
  rmSync(out, { recursive: true, force: true });
}, 60_000);

const open = (address: string, look = looks[0]) => {
  if (look === undefined) throw new Error('There is no look.');
  return openPage(browser, server.url.origin, `${below}/${address}`, look);
};

/** What differs between pages. The sidebar and the colours of code are checked on some pages: they take minutes. */
const ownContent = { include: ['.VPContent'], exclude: ['pre code'] };

const read = (path: string) => readFileSync(join(out, path), 'utf8');

describe('the site', () => {
  it('says in which folder it is', () => {
    expect(printed).toContain(`The site is in ${out}: `);
  });

  it('opens every page without complaints and barriers, and none is wider than a phone', async () => {
    const found: string[] = [];
    const { page, complaints } = await open('index.html');
    for (const address of addresses) {
      const before = complaints.length;
      await page.setViewport({ width: 1280, height: 800 });
      await page.goto(`${server.url.origin}${below}/${address}`, { waitUntil: 'load' });
      await page.waitForFunction("'__vue_app__' in document.querySelector('#app')");
      const findings = [...complaints.slice(before), ...(await findBarriers(page, ownContent))];
      if (await isTooWide(page)) findings.push('too wide');
      await page.setViewport({ width: 390, height: 800 });
      if (await isTooWide(page)) findings.push('too wide for a phone');
      found.push(...findings.map((finding) => `${address}: ${finding}`));
    }
    await page.close();
    expect(found).toEqual([]);
  }, 600_000);

  it('has no barriers on a phone and in the dark', async () => {
    const kinds = ['index.html', 'serve.html', 'reference/zones.html', 'decisions/0046-api-reference.html'];
    const found: string[] = [];
    for (const address of kinds) {
      for (const look of looks.slice(1)) {
        const { page, complaints } = await open(address, look);
        const where = `${address} ${look.width} ${look.scheme}`;
        found.push(
          ...[...complaints, ...(await findBarriers(page))].map((finding) => `${where}: ${finding}`),
        );
        if (await isTooWide(page)) found.push(`${where}: too wide`);
        await page.close();
      }
    }
    expect(found).toEqual([]);
  }, 120_000);

  it.each([
    ['faults', 'test-control.html'],
    ['CORS', 'cors.html'],
  ])('finds %s', async (words, address) => {
    const { page } = await open('index.html');
    await page.keyboard.press('/');
    await page.locator('.VPLocalSearchBox input').fill(words);
    await page.waitForSelector('.VPLocalSearchBox .result');
    const links = await page.$$eval('.VPLocalSearchBox .result', (results) =>
      results.map((result) => (result as HTMLAnchorElement).href),
    );
    expect(links).toContainEqual(expect.stringContaining(`${below}/${address}`));
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForFunction((first) => location.href === first, {}, links[0]);
    await page.close();
  });
});

describe('the site for programs', () => {
  it('has every page as Markdown beside its HTML', () => {
    const missing = addresses.filter((address) => !existsSync(join(out, address.replace(/\.html$/, '.md'))));
    expect(missing).toEqual([]);
    expect(read('reference/index.md')).toContain('# ');
  });

  it('has links in llms.txt and in the Markdown that lead to files', () => {
    const texts = ['llms.txt', ...addresses.map((address) => address.replace(/\.html$/, '.md'))];
    const links = texts.flatMap((text) =>
      [
        ...read(text)
          .replaceAll(/^\s*```[\s\S]*?^\s*```$/gm, '')
          .matchAll(/\]\((?!#|[a-z]+:)([^)\s#]+)[^)\s]*\)/g),
      ].map(([, link = '']) => ({ text, link, file: posix.join(posix.dirname(text), link) })),
    );
    expect(links.filter(({ text }) => text === 'llms.txt').length).toBe(addresses.length - 1);
    expect(links.filter(({ file }) => !existsSync(join(out, file)))).toEqual([]);
  });

  it('has the guides in llms-full.txt', () => {
    expect(read('llms-full.txt')).toContain(read('serve.md'));
  });
});
