import type { PythonEngine, PythonFailure, PythonOutcome } from '../../engines/python/index.ts';
import type {
  CodeContext,
  Execution,
  ExecutionError,
  Sandbox,
  SandboxId,
  SandboxNamespace,
} from './sandbox.ts';

/** What the binding works with. */
export interface SandboxParts {
  readonly python: PythonEngine;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** How many contexts of one sandbox are remembered; older ones are forgotten as if they had been deleted. */
const contextsKept = 1_000;

/**
 * Sandboxes as Worker code has them in `env`. Each context runs one program, from a fresh start: neither variables
 * nor files of one are there in another, so a second run in the same context is refused and not quietly wrong.
 *
 * @example
 * const sandbox = env.Sandbox.getByName('default');
 * const context = await sandbox.createCodeContext({ language: 'python' });
 * const { logs } = await sandbox.runCode('print(6 * 7)', { context }); // logs.stdout is ['42\n']
 */
export function createSandboxBinding(parts: SandboxParts): SandboxNamespace {
  const sandboxes = new Map<string, Sandbox>();
  const getByName = (name: string): Sandbox => {
    const sandbox = sandboxes.get(name) ?? createSandbox(parts);
    sandboxes.set(name, sandbox);
    return sandbox;
  };
  return {
    idFromName: (name): SandboxId => ({ name, toString: () => name }),
    get: (id) => getByName(id.name),
    getByName,
  };
}

function createSandbox({ python, now, newId }: SandboxParts): Sandbox {
  /** Which contexts there are, and whether each has run its program. */
  const contexts = new Map<string, { used: boolean }>();

  async function createCodeContext({ language = 'python' }: { readonly language?: string | undefined } = {}) {
    assertPython(language);
    const id = newId();
    contexts.set(id, { used: false });
    const [oldest] = contexts.keys();
    if (contexts.size > contextsKept && oldest !== undefined) contexts.delete(oldest);
    const at = now();
    return { id, language: 'python', cwd: '/home/user', createdAt: at, lastUsed: at } satisfies CodeContext;
  }

  return {
    createCodeContext,
    async runCode(code, { context, language, signal, timeout } = {}) {
      if (language !== undefined) assertPython(language);
      const { id } = context ?? (await createCodeContext());
      const state = contexts.get(id);
      if (!state) throw new Error(`There is no code context ${id}.`);
      if (state.used) throw new Error(`The code context ${id} has run its one program: make another.`);
      state.used = true;
      return executionOf(code, await python.run({ code, signal, timeoutMs: timeout }));
    },
    async deleteCodeContext(contextId) {
      if (!contexts.delete(contextId)) throw new Error(`There is no code context ${contextId}.`);
    },
  };
}

function assertPython(language: string): void {
  if (language !== 'python') throw new Error(`There is no ${language} here, only python.`);
}

function executionOf(code: string, { stdout, stderr, results, error }: PythonOutcome): Execution {
  return {
    code,
    logs: { stdout: stdout === '' ? [] : [stdout], stderr: stderr === '' ? [] : [stderr] },
    ...(error ? { error: withText(error) } : {}),
    executionCount: 1,
    results,
  };
}

/** Code that puts an error into a text gets what it says, and not that it is an object. */
function withText(error: PythonFailure): ExecutionError {
  const text = error.message === '' ? error.name : `${error.name}: ${error.message}`;
  return Object.defineProperty({ ...error }, 'toString', { value: () => text, enumerable: false });
}
