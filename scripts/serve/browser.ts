import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ServeOptionError } from './options.ts';

/**
 * Says at the start that a browser which was named can't be one, instead of with every page. Whether it works is
 * found out by the first page, or by `touchstone doctor`.
 *
 * @param browser path of an executable, name of a program on the search path, or `ws://…` of one that runs elsewhere
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
  let problem = 'is not there';
  for (const path of getPlaces(browser)) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    if (!found.isFile()) problem = 'is a folder and no program';
    else if (await mayExecute(path)) return undefined;
    else problem = 'may not be executed';
  }
  return problem;
}

/** A name without a folder is looked for on the search path, as a shell does and the system that starts it. */
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
