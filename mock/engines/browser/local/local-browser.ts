import type { BrowserEngine } from '../browser-engine.ts';
import type { BrowserOptions } from '../browser-options.ts';
import { createBrowserPool } from './browser-pool.ts';
import { openGate } from './egress/index.ts';
import { visitsWith } from './visiting.ts';

/** A browser on this machine, or one that is reached from it. */
export function createLocalBrowser(options: BrowserOptions): BrowserEngine {
  const pool = createBrowserPool({ ...options, openGate: () => openGate() });
  return {
    visit: visitsWith(pool, options.privateNetwork ?? 'refused'),
    status: () => pool.status(),
    close: () => pool.close(),
  };
}
