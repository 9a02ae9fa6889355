import type { BrowserEngine } from './browser-engine.ts';
import { BrowserError } from './browser-error.ts';
import type { LaunchCommand } from './browser-options.ts';

const reason = 'a browser can be started from Bun, Deno or Node alone, not from within a page';

/** Stands where no process can be started: in a page, in a service worker. */
export function createLocalBrowser(): BrowserEngine {
  return {
    async visit() {
      throw new BrowserError('no-browser', reason);
    },
    status: async () => ({ found: false, tried: [reason] }),
    close: async () => {},
  };
}

/** @throws BrowserError always */
export async function findLaunchCommand(): Promise<LaunchCommand> {
  throw new BrowserError('no-browser', reason);
}
