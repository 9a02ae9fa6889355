import type { PythonEngine } from './python-engine.ts';
import { PythonError } from './python-error.ts';

/** Stands where Python can't be run, and says why. */
export function withoutPython(reason: string): PythonEngine {
  return {
    async run() {
      throw new PythonError('no-python', reason);
    },
    status: async () => ({ found: false, reason }),
    close: async () => {},
  };
}

/** Stands where no interpreter can be shut off from everything else: in a page, in a service worker. */
export const createLocalPython = (): PythonEngine =>
  withoutPython('Python programs are run on Bun, Deno or Node alone, by a server, not from within a page');
