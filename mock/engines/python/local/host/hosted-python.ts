import type { PythonEngine } from '../../python-engine.ts';
import { PythonError } from '../../python-error.ts';
import type { PythonOptions } from '../../python-options.ts';
import { keptSnapshot } from '../kept/keep-snapshot.ts';
import { PythonHost } from './python-host.ts';

/**
 * Python on this machine, in a process of its own: it may do less than this one, whatever it runs out of is not that
 * of this one, and it can be ended. Bun can't end a thread that is within a loop of WebAssembly which calls no
 * JavaScript (`sum(iter(int, 1))`): it would take a core for ever. The process of such a thread gets no more
 * programs, and is killed once the others in it have ended.
 */
export function createHostedPython(options: PythonOptions = {}): PythonEngine {
  const hosts = new Set<PythonHost>();
  const closing = new AbortController();
  let snapshot: Promise<string | undefined> | undefined;

  /** @param signal of who asks: it may not want to wait for a snapshot */
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
