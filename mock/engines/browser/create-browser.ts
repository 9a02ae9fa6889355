import type { BrowserEngine, BrowserOptions, LaunchCommand } from './browser-engine.ts';

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

/**
 * How to start the browser that renders pages, for whoever drives one himself. It is looked for as for a rendering:
 * the one that is named, or the one of the optional package, or one of this machine; nothing is downloaded.
 *
 * @throws BrowserError where there is none; its message says what was tried
 * @example
 * const browser = await chromium.launch(await launchCommand());
 */
export async function launchCommand(
  options: Pick<BrowserOptions, 'browser' | 'cacheFolder'> = {},
): Promise<LaunchCommand> {
  const { findLaunchCommand } = await import('#local-browser');
  return findLaunchCommand(options);
}
