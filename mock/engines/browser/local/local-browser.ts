import type { BrowserEngine } from '../browser-engine.ts';
import { BrowserError } from '../browser-error.ts';
import type { BrowserOptions } from '../browser-options.ts';

/** A browser on this machine, or one that is reached from it. */
export function createLocalBrowser(_options: BrowserOptions): BrowserEngine {
  return {
    async visit() {
      throw new BrowserError('no-browser', 'no browser was looked for');
    },
    status: async () => ({ found: false, tried: [] }),
    close: async () => {},
  };
}
