import { type PythonEngine, PythonError } from './python-engine.ts';

/** An engine that runs nothing and says why. */
export function withoutPython(reason: string): PythonEngine {
  return {
    async run() {
      throw new PythonError('no-python', reason);
    },
    status: async () => ({ found: false, reason }),
    close: async () => {},
  };
}

/** The engine of pages and service workers, which cannot isolate an interpreter. */
export const createLocalPython = (): PythonEngine =>
  withoutPython('Python programs are run on Bun, Deno or Node alone, by a server, not from within a page');
