import { type PythonEngine, PythonError } from './python-engine.ts';

/** An engine that refuses every program with a reason. */
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
  withoutPython('Python programs run only on Bun, Deno or Node, not in a web page');
