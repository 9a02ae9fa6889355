import type { PythonEngine } from '../python-engine.ts';
import type { PythonOptions } from '../python-options.ts';
import { withoutPython } from '../without-python.ts';
import { createHostedPython } from './host/hosted-python.ts';
import { pyodideFolder } from './python-files.ts';

/** Python on this machine. It is an optional package: where that is not installed, there is none. */
export function createLocalPython(options: PythonOptions = {}): PythonEngine {
  try {
    pyodideFolder();
  } catch {
    return withoutPython(
      'pyodide, the optional package that is Python, is not installed (npm install pyodide installs it)',
    );
  }
  return createHostedPython(options);
}
