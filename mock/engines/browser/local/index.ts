import { installRendering } from '../../optional-packages.ts';
import type { BrowserEngine, BrowserOptions, LaunchCommand } from '../browser-engine.ts';
import { BrowserError } from '../browser-error.ts';
import { withoutBrowser } from '../without-browser.ts';

/** A browser of this machine. Its driver is an optional package; without it, there is no browser. */
export async function createLocalBrowser(options: BrowserOptions): Promise<BrowserEngine> {
  const lack = await lackOfDriver();
  if (lack !== undefined) return withoutBrowser(lack);
  const local = await import('./visiting.ts');
  return local.createLocalBrowser(options);
}

/** @throws BrowserError if there is no browser, or no driver */
export async function findLaunchCommand(
  options: Pick<BrowserOptions, 'browser' | 'cacheFolder'>,
): Promise<LaunchCommand> {
  const lack = await lackOfDriver();
  if (lack !== undefined) throw new BrowserError('no-browser', lack);
  const local = await import('./find/find-browser.ts');
  return local.findLaunchCommand(options);
}

async function lackOfDriver(): Promise<string | undefined> {
  try {
    await import('puppeteer-core');
    return undefined;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    // The command comes first, as a log cuts long lines.
    return `rendering needs puppeteer-core, which drives browsers: ${installRendering()} (it cannot be loaded: ${why})`;
  }
}
