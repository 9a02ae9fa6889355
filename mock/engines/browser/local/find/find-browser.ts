import type { BrowserOptions } from '../../browser-options.ts';
import { type Executable, launchBrowser } from '../launch/launch-browser.ts';
import { LaunchFailure } from '../launch/launch-failure.ts';
import type { OpenedBrowser } from '../running-browser.ts';
import type { CacheFolder } from './cache-folder.ts';
import { packedBrowser } from './packed-browser.ts';
import { connectBrowser, isEndpoint } from './remote-browser.ts';
import { systemBrowsers } from './system-browsers.ts';

/** What came of looking for a browser: the one that was opened, and why those before it were not. */
export interface Search {
  readonly opened: OpenedBrowser | undefined;
  readonly passedOver: readonly string[];
}

/**
 * Opens the first browser that works: the one that was asked for and no other, or else the one of the optional
 * package, or else those of the machine.
 *
 * @throws the reason of `signal`
 */
export async function findBrowser(
  { browser }: Pick<BrowserOptions, 'browser'>,
  cache: () => Promise<CacheFolder>,
  signal: AbortSignal,
): Promise<Search> {
  const passedOver: string[] = [];
  for await (const sighting of sightings(browser, cache)) {
    if (typeof sighting === 'string') {
      passedOver.push(sighting);
      continue;
    }
    try {
      return { opened: await sighting.open(signal), passedOver };
    } catch (error) {
      if (!(error instanceof LaunchFailure)) throw error;
      passedOver.push(error.message);
    }
  }
  return { opened: undefined, passedOver };
}

/** A browser that may be opened, or why there is none. */
type Sighting = { open(signal: AbortSignal): Promise<OpenedBrowser> } | string;

async function* sightings(
  setting: string | undefined,
  cache: () => Promise<CacheFolder>,
): AsyncGenerator<Sighting, void, undefined> {
  if (setting !== undefined && setting !== '') {
    yield isEndpoint(setting)
      ? { open: (signal) => connectBrowser(setting, signal) }
      : launchable({ path: setting });
    return;
  }
  yield launchable(await packedBrowser(cache));
  for (const found of await systemBrowsers()) yield launchable(found);
}

const launchable = (found: Executable | string): Sighting =>
  typeof found === 'string' ? found : { open: (signal) => launchBrowser(found, signal) };
