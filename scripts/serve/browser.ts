import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ServeOptionError } from './options.ts';

/**
 * Checks a given browser at the start, so that a wrong path doesn't fail on every page. Whether the browser works shows
 * with the first page, or with `touchstone doctor`.
 *
 * @param browser path of an executable, name of a program on the search path, or `ws://…` of a remote browser
 * @throws ServeOptionError
 */
export async function checkBrowser(browser: string): Promise<void> {
  const [scheme] = /^(?:wss?|https?):/i.exec(browser) ?? [];
  const problem = scheme === undefined ? await problemOfFile(browser) : problemOfUrl(browser);
  if (problem !== undefined) throw new ServeOptionError('serve-option', `browser ${browser} ${problem}`);
}

function problemOfUrl(browser: string): string | undefined {
  const isUrl = /^\w+:\/\//.test(browser) && URL.canParse(browser) && new URL(browser).hostname !== '';
  return isUrl ? undefined : 'must be a URL with a host, such as ws://127.0.0.1:9222';
}

async function problemOfFile(browser: string): Promise<string | undefined> {
  let problem = 'does not exist';
  for (const path of getPlaces(browser)) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    if (!found.isFile()) problem = 'is a folder, not a program';
    else if (await mayExecute(path)) return undefined;
    else problem = 'is not executable';
  }
  return problem;
}

/** Looks up a bare name on the search path, as a shell does. */
function getPlaces(browser: string): string[] {
  const suffixes = process.platform === 'win32' ? ['', '.exe'] : [''];
  const folders = /[/\\]/.test(browser) ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => suffixes.map((suffix) => join(folder, browser + suffix)));
}

async function mayExecute(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
