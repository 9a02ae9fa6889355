import type { BrowserOptions, LaunchCommand } from './browser-options.ts';

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
