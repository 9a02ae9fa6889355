import { installCommand } from '../../optional-packages.ts';
import { type PythonEngine, PythonError, type PythonOptions } from '../python-engine.ts';
import { withoutPython } from '../without-python.ts';
import { PythonHost } from './host.ts';
import { pyodideFolder } from './pyodide-files.ts';
import { keptSnapshot } from './snapshot.ts';

/** Python on this machine; requires the optional package `pyodide`. */
export function createLocalPython(options: PythonOptions = {}): PythonEngine {
  try {
    pyodideFolder();
  } catch {
    return withoutPython(`Python needs the package pyodide: ${installCommand('pyodide')}`);
  }
  return createHostedPython(options);
}

/**
 * Python in a process of its own: it has fewer permissions, its limits are not those of this process, and it can be
 * killed. Bun cannot end a thread in a WebAssembly loop that calls no JavaScript (`sum(iter(int, 1))`), which would
 * occupy a core forever. The process of such a thread gets no more programs, and is killed once the others have ended.
 */
function createHostedPython(options: PythonOptions): PythonEngine {
  const hosts = new Set<PythonHost>();
  const closing = new AbortController();
  let snapshot: Promise<string | undefined> | undefined;

  /** @param signal ends the wait for a snapshot */
  async function host(signal?: AbortSignal): Promise<PythonHost> {
    snapshot ??= keptSnapshot(closing.signal);
    const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    const file = await unlessAborted(snapshot, ended);
    for (const known of hosts) {
      if (!known.retired) return known;
      hosts.delete(known);
    }
    const made = new PythonHost(options, file);
    hosts.add(made);
    return made;
  }

  return {
    run: async ({ code, timeoutMs, signal }) => (await host(signal)).run(code, timeoutMs, signal),
    status: async () => (await host()).status(),
    async close() {
      closing.abort(new PythonError('closed', 'Python was closed'));
      for (const known of hosts) known.kill();
    },
  };
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    signal.addEventListener('abort', aborted, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}
