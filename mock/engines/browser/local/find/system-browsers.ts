import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Executable } from '../launch/launch-browser.ts';

/** Names of browsers on the search path, the leanest first. */
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

/** What of the machine decides where browsers may be. */
export interface Machine {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Every place where a browser may be on a machine, the search path first. */
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

/** The browsers of this machine that may be executed; a word why there is none. */
export async function systemBrowsers(
  machine: Machine = { platform: process.platform, env: process.env, home: homedir() },
): Promise<readonly (Executable | string)[]> {
  const places = browserPlaces(machine);
  const found: Executable[] = [];
  for (const path of places) {
    if (await mayExecute(path)) found.push({ path });
  }
  if (found.length > 0) return found;
  return ['system: neither Chromium nor Chrome nor Edge is on the search path or at its usual places'];
}

const mayExecute = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
