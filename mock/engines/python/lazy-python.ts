import type { PythonEngine } from './python-engine.ts';
import type { PythonOptions } from './python-options.ts';

/**
 * A Python that is loaded by the first program. Bundles for a page find none: `#local-python` is another module
 * there (`imports` of `package.json`).
 *
 * @example
 * const python = createPython();
 * const { stdout } = await python.run({ code: 'print(6 * 7)' }); // 42
 */
export function createPython(options: PythonOptions = {}): PythonEngine {
  let engine: Promise<PythonEngine> | undefined;
  const local = () => {
    engine ??= import('#local-python').then(({ createLocalPython }) => createLocalPython(options));
    return engine;
  };
  return {
    run: async (run) => (await local()).run(run),
    status: async () => (await local()).status(),
    close: async () => (await engine)?.close(),
  };
}
