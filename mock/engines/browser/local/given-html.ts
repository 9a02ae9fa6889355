import type { Page } from 'puppeteer-core';
import type { LoadEvent } from '../visit.ts';

/** Requests under way at which the network counts as idle. */
const idleAt = { networkidle0: 0, networkidle2: 2 } as const;

/**
 * Writes HTML into the blank page and waits for events. The page stays at `about:blank`, so addresses in it are
 * whole ones, or relative to its `base`. Knows no limit of time.
 */
export async function writeHtml(page: Page, html: string, waitUntil: readonly LoadEvent[]): Promise<void> {
  const loaded = waitUntil.includes('load') ? 'load' : 'domcontentloaded';
  await page.setContent(html, { waitUntil: loaded, timeout: 0 });
  // The browser tells of an idle network after a navigation alone, which this is not.
  for (const event of waitUntil)
    if (event === 'networkidle0' || event === 'networkidle2')
      await page.waitForNetworkIdle({ concurrency: idleAt[event], timeout: 0 });
}
