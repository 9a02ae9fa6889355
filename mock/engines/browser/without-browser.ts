import type { BrowserEngine, LaunchCommand } from './browser-engine.ts';
import { BrowserError } from './browser-error.ts';

const inPage = 'a browser can be started from Bun, Deno or Node alone, not from within a page';

/** Replaces the browser where none can be started, and says why. */
export function withoutBrowser(reason: string): BrowserEngine {
  return {
    async visit() {
      throw new BrowserError('no-browser', reason);
    },
    status: async () => ({ found: false, tried: [reason] }),
    close: async () => {},
  };
}

/** Replaces the browser where no process can be started: in a page, in a service worker. */
export const createLocalBrowser = (): BrowserEngine => withoutBrowser(inPage);

/** @throws BrowserError always */
export async function findLaunchCommand(): Promise<LaunchCommand> {
  throw new BrowserError('no-browser', inPage);
}
