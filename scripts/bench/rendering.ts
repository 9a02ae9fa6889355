import type { Browser } from 'puppeteer-core';
import { openCacheFolder } from '../../mock/engines/browser/local/find/cache-folder.ts';
import { findBrowser } from '../../mock/engines/browser/local/find/find-browser.ts';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { BenchError, type Row, takeTurns } from './rows.ts';
import { authorization, start, touchstone } from './servers.ts';

const path = `/client/v4/accounts/${worldDefaults.accountId}/browser-rendering/screenshot?cacheTTL=0`;
const viewport = { width: 1280, height: 720 };
const shots = 10;

/** A page with a script, so that it could leave something behind. */
const getPage = (number: number) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>
<style>body{margin:40px;font:16px/1.5 sans-serif;color:#223}.box{width:300px;height:120px;border-radius:12px;
background:linear-gradient(90deg,#06c,#0a6);box-shadow:0 4px 12px #0004}</style>
<h1>Page ${number}</h1><p>Some words, and <a href="/next">a link</a>.</p><div class="box"></div>
<p>Some more of them at the end.</p><script>document.title = 'Page ${number}'</script>`;

/** A screenshot of HTML over HTTP, and by puppeteer-core alone with the same browser and flags. */
export async function measureRendering(): Promise<Row[]> {
  const server = await start(touchstone, '/_touchstone/info');
  const forever = new AbortController().signal;
  const { opened, passedOver } = await findBrowser({}, () => openCacheFolder(undefined), forever);
  if (opened === undefined) throw new BenchError(`no browser: ${passedOver.join('; ')}`);
  let number = 0;
  const time = (draw: (html: string) => Promise<void>) => async () => {
    const begun = performance.now();
    for (let shot = 0; shot < shots; shot++) await draw(getPage(number++));
    return (performance.now() - begun) / shots;
  };
  try {
    const figures = await takeTurns(
      {
        ours: time((html) => drawByServer(server.url, html)),
        theirs: time((html) => drawByPuppeteer(opened.browser, html)),
      },
      5,
      2,
    );
    const measured = 'Screenshot of submitted HTML with a script';
    const peer = 'bare puppeteer-core';
    return [{ part: 'Browser', measured, peer, unit: 'ms', ...figures, has: 'speed', aim: 1 / 1.15 }];
  } finally {
    await opened.close();
  }
}

async function drawByServer(url: string, html: string): Promise<void> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ html, viewport }),
  });
  const bytes = await answer.bytes();
  if (!answer.ok) throw new BenchError(`screenshot: ${new TextDecoder().decode(bytes.slice(0, 500))}`);
}

async function drawByPuppeteer(browser: Browser, html: string): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  await page.screenshot();
  await page.close();
}
