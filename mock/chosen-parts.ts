import { fetchOrigin } from './edge/origin/fetch-origin.ts';
import { builtInOrigin, type Origin } from './edge/origin/origin.ts';

import { type BrowserEngine, createBrowser } from './engines/browser/index.ts';
import { createPython, type PythonEngine } from './engines/python/index.ts';
import type { MockOptions } from './options.ts';
import { noBrowser } from './services/browser-rendering/no-browser.ts';

/** The origin that a mock has by default where it does not listen. */
export function originOfApi(api: string | null): string {
  return new URL(api ?? 'http://localhost:4800').origin;
}

/** The browser that the options choose. */
export function browserOf(browser: MockOptions['browser']): BrowserEngine {
  if (browser === false) return noBrowser;
  return browser !== undefined && 'visit' in browser ? browser : createBrowser(browser);
}

/** The Python that the options choose. */
export function pythonOf(python: MockOptions['python']): PythonEngine {
  return python !== undefined && 'run' in python ? python : createPython(python);
}

/** The origin of zones that the options choose. */
export function originOf(origin: MockOptions['origin']): Origin {
  if (origin === undefined) return builtInOrigin;
  return typeof origin === 'string' ? fetchOrigin(origin) : origin;
}
