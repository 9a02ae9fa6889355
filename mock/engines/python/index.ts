export { createPython } from './lazy-python.ts';
export type {
  PythonEngine,
  PythonFailure,
  PythonOutcome,
  PythonResult,
  PythonRun,
  PythonStatus,
} from './python-engine.ts';
export { PythonError } from './python-error.ts';
export type { PythonOptions } from './python-options.ts';
