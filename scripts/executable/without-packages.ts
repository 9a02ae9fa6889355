import type { BrowserEngine, LaunchCommand } from '../../mock/engines/browser/browser-engine.ts';
import { BrowserError } from '../../mock/engines/browser/browser-error.ts';
import { withoutBrowser } from '../../mock/engines/browser/without-browser.ts';
import type { PythonEngine } from '../../mock/engines/python/python-engine.ts';
import { withoutPython } from '../../mock/engines/python/without-python.ts';

const noBrowser =
  'the executable file lacks puppeteer-core, which drives browsers; the package on npm renders pages (npm install touchstone)';

/** Replaces the browser in an executable file. */
export const createLocalBrowser = (): BrowserEngine => withoutBrowser(noBrowser);

/** @throws BrowserError always */
export async function findLaunchCommand(): Promise<LaunchCommand> {
  throw new BrowserError('no-browser', noBrowser);
}

/** Replaces Python in an executable file. */
export const createLocalPython = (): PythonEngine =>
  withoutPython(
    'the executable file lacks pyodide, which is Python; the package on npm runs programs (npm install touchstone)',
  );
