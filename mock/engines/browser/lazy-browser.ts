import type { BrowserEngine } from './browser-engine.ts';
import type { BrowserOptions } from './browser-options.ts';

/**
 * A browser that is looked for and started by the first visit. Bundles for a page find none: `#local-browser` is
 * another module there (`imports` of `package.json`).
 *
 * @example
 * const browser = createBrowser({ privateNetwork: 'loopback' });
 * const { value } = await browser.visit({ source: { html: '<h1>Hi</h1>' } }, (page) => page.screenshot());
 */
export function createBrowser(options: BrowserOptions = {}): BrowserEngine {
  let engine: Promise<BrowserEngine> | undefined;
  const local = () => {
    engine ??= import('#local-browser').then(({ createLocalBrowser }) => createLocalBrowser(options));
    return engine;
  };
  return {
    visit: async (visit, work) => (await local()).visit(visit, work),
    status: async () => (await local()).status(),
    close: async () => (await engine)?.close(),
  };
}
