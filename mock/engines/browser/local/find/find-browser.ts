import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { BrowserOptions, LaunchCommand } from '../../browser-engine.ts';
import { BrowserError } from '../../browser-error.ts';
import { type Executable, LaunchFailure, launchBrowser } from '../launch/launch-browser.ts';
import type { OpenedBrowser } from '../running-browser.ts';
import { type CacheFolder, openCacheFolder } from './cache-folder.ts';
import { packedBrowser } from './packed-browser.ts';
import { connectBrowser, isEndpoint } from './remote-browser.ts';

/** The result of a search: the browser that was opened, and why earlier ones were not. */
export interface Search {
  readonly opened: OpenedBrowser | undefined;
  readonly passedOver: readonly string[];
}

/**
 * Opens the first browser that works: only the configured one if there is one; otherwise the one of the optional
 * package, then those of the machine.
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

/** A browser to try, or why there is none. */
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

/** Executable names of browsers in `PATH`, the leanest first. */
const names = [
  'chrome-headless-shell',
  'chromium-headless-shell',
  'headless_shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chrome',
  'msedge',
];

const linuxPlaces = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib64/chromium-browser/headless_shell',
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/snap/bin/chromium',
];

const macApplications = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'Brave Browser.app/Contents/MacOS/Brave Browser',
];

const windowsPlaces = [
  'Chromium/Application/chrome.exe',
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

/** The properties of the machine that determine where browsers may be. */
interface Machine {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** All possible locations of browsers on a machine, those in `PATH` first. */
export function browserPlaces({ platform, env, home }: Machine): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = platform === 'win32' ? '.exe' : '';
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, `${name}${suffix}`)));
  return [...new Set([...onPath, ...usualPlaces(platform, env, home)])];
}

function usualPlaces(platform: string, env: Machine['env'], home: string): string[] {
  if (platform === 'darwin') {
    return ['/Applications', join(home, 'Applications')].flatMap((folder) =>
      macApplications.map((application) => join(folder, application)),
    );
  }
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return folders
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => windowsPlaces.map((place) => join(folder, place)));
  }
  return linuxPlaces;
}

/** The executable browsers of this machine; a reason if there is none. */
export async function systemBrowsers(
  machine: Machine = { platform: process.platform, env: process.env, home: homedir() },
): Promise<readonly (Executable | string)[]> {
  const places = browserPlaces(machine);
  const found: Executable[] = [];
  for (const path of places) {
    if (await mayExecute(path)) found.push({ path });
  }
  if (found.length > 0) return found;
  return ['system: neither Chromium nor Chrome nor Edge is in the search path or in its usual places'];
}

const mayExecute = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Finds the rendering browser by starting it once, and returns what it needed.
 *
 * @throws BrowserError if there is none, or if it runs elsewhere
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
