import type { BrowserEngine, BrowserOptions, LaunchCommand } from './browser-engine.ts';

/**
 * A browser that the first visit finds and starts. Bundles for web pages have none: for them `#local-browser` is
 * another module (`imports` of `package.json`).
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
 * How to start the rendering browser, for callers that drive one themselves. It is found as for rendering: the
 * configured one, or the one of the optional package, or one of this machine. Nothing is downloaded.
 *
 * @throws BrowserError if there is none; its message lists what was tried
 * @example
 * const browser = await chromium.launch(await launchCommand());
 */
export async function launchCommand(
  options: Pick<BrowserOptions, 'browser' | 'cacheFolder'> = {},
): Promise<LaunchCommand> {
  const { findLaunchCommand } = await import('#local-browser');
  return findLaunchCommand(options);
}
