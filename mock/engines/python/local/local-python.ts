import process from 'node:process';
import type { PythonEngine } from '../python-engine.ts';
import type { PythonOptions } from '../python-options.ts';
import { createHostedPython } from './host/hosted-python.ts';
import { createThreadedPython } from './threaded-python.ts';

/** Python on this machine: in threads, and where a thread can't always be ended, in a process that can. */
export function createLocalPython(options: PythonOptions = {}): PythonEngine {
  return 'bun' in process.versions ? createHostedPython(options) : createThreadedPython(options);
}
