import { BrowserError } from '../browser-error.ts';
import type { BrowserOptions, LaunchCommand } from '../browser-options.ts';
import { openCacheFolder } from './find/cache-folder.ts';
import { findBrowser } from './find/find-browser.ts';

/**
 * Looks for the browser that renders pages by starting it once, and says what it took.
 *
 * @throws BrowserError where there is none, or where it runs elsewhere
 */
export async function findLaunchCommand({
  browser,
  cacheFolder,
}: Pick<BrowserOptions, 'browser' | 'cacheFolder'>): Promise<LaunchCommand> {
  const { signal } = new AbortController();
  const { opened, passedOver } = await findBrowser({ browser }, () => openCacheFolder(cacheFolder), signal);
  await opened?.close();
  if (opened === undefined) throw new BrowserError('no-browser', passedOver.join('; '));
  const { where, needs } = opened;
  if (needs === undefined) throw new BrowserError('no-browser', `${where} runs elsewhere; connect to it`);
  return {
    executablePath: where,
    args: needs.sandbox ? [] : ['--no-sandbox'],
    env: {
      ...environment(),
      ...(needs.libraries !== undefined && { LD_LIBRARY_PATH: searchPath(needs.libraries) }),
    },
  };
}

const environment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined),
  );

const searchPath = (libraries: string) =>
  [process.env['LD_LIBRARY_PATH'], libraries].filter(Boolean).join(':');
