import type { BrowserEngine } from '../browser-engine.ts';
import type { BrowserOptions } from '../browser-options.ts';
import { withoutBrowser } from '../without-browser.ts';

/** A browser of this machine. What drives it is an optional package: without it, there is none. */
export async function createLocalBrowser(options: BrowserOptions): Promise<BrowserEngine> {
  try {
    await import('puppeteer-core');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return withoutBrowser(
      `puppeteer-core, the optional package that drives browsers, cannot be loaded (npm install puppeteer-core installs it): ${why}`,
    );
  }
  const local = await import('./local-browser.ts');
  return local.createLocalBrowser(options);
}
