import type { PythonEngine } from '../../python-engine.ts';
import { PythonError } from '../../python-error.ts';
import type { PythonOptions } from '../../python-options.ts';
import { PythonHost } from './python-host.ts';

/**
 * Python on this machine, in a process of its own: it may do less than this one, whatever it runs out of is not that
 * of this one, and it can be ended. Bun can't end a thread that is within a loop of WebAssembly which calls no
 * JavaScript (`sum(iter(int, 1))`): it would take a core for ever. The process of such a thread gets no more
 * programs, and is killed once the others in it have ended.
 */
export function createHostedPython(options: PythonOptions = {}): PythonEngine {
  const hosts = new Set<PythonHost>();
  let closed = false;

  function host(): PythonHost {
    if (closed) throw new PythonError('closed', 'Python was closed');
    for (const known of hosts) {
      if (!known.retired) return known;
      hosts.delete(known);
    }
    const made = new PythonHost(options);
    hosts.add(made);
    return made;
  }

  return {
    run: async ({ code, timeoutMs, signal }) => host().run(code, timeoutMs, signal),
    status: async () => host().status(),
    async close() {
      closed = true;
      for (const known of hosts) known.kill();
    },
  };
}
