import type { PythonEngine, PythonOptions } from './python-engine.ts';

export {
  type PythonEngine,
  PythonError,
  type PythonFailure,
  type PythonOptions,
  type PythonOutcome,
  type PythonResult,
  type PythonRun,
  type PythonStatus,
} from './python-engine.ts';

/**
 * A Python that the first program loads. Bundles for web pages have none: for them `#local-python` is another module
 * (`imports` of `package.json`).
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
