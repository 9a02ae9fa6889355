import type { PythonEngine, PythonFailure, PythonOutcome, PythonRun } from '../../engines/python/index.ts';
import { exchange, type Plane, Trace } from '../../exchange/exchange.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** Parts of the mock that the binding uses. */
export interface SandboxParts {
  readonly python: PythonEngine;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Number of contexts that one sandbox keeps; older ones are dropped like deleted ones. */
const contextsKept = 1_000;

/**
 * Makes the sandboxes in the `env` of a Worker. Each context runs one program from a fresh start. It shares neither
 * variables nor files with others, so a second run in the same context is refused instead of being silently wrong.
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
  /** The contexts, and whether each has run its program. */
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
      if (!state) throw new Error(`The code context ${id} does not exist.`);
      if (state.used) throw new Error(`The code context ${id} has already run its program: create another.`);
      state.used = true;
      return toExecution(code, await python.run({ code, signal, timeoutMs: timeout }));
    },
    async deleteCodeContext(contextId) {
      if (!contexts.delete(contextId)) throw new Error(`The code context ${contextId} does not exist.`);
    },
  };
}

function assertPython(language: string): void {
  if (language !== 'python') throw new Error(`${language} is not available here, only python.`);
}

function toExecution(code: string, { stdout, stderr, results, error }: PythonOutcome): Execution {
  return {
    code,
    logs: { stdout: stdout === '' ? [] : [stdout], stderr: stderr === '' ? [] : [stderr] },
    ...(error ? { error: withText(error) } : {}),
    executionCount: 1,
    results,
  };
}

/** An error in a template string becomes its message, not `[object Object]`. */
function withText(error: PythonFailure): ExecutionError {
  const text = error.message === '' ? error.name : `${error.name}: ${error.message}`;
  return Object.defineProperty({ ...error }, 'toString', { value: () => text, enumerable: false });
}

/** The error that ended a program; as text it is its name and message. */
export interface ExecutionError {
  readonly name: string;
  readonly message: string;
  readonly traceback: readonly string[];
  readonly lineNumber?: number;
}

/** A displayed value, in its available formats (example-apps: 2.3). */
export interface ExecutionResult {
  readonly text?: string;
  readonly html?: string;
  readonly png?: string;
  readonly jpeg?: string;
  readonly svg?: string;
  readonly latex?: string;
  readonly markdown?: string;
  readonly javascript?: string;
  readonly json?: unknown;
}

/** The result of a program (example-apps: 2.3). */
export interface Execution {
  readonly code: string;
  /** All output of a stream is one element; no output is an empty list. */
  readonly logs: { readonly stdout: readonly string[]; readonly stderr: readonly string[] };
  readonly error?: ExecutionError;
  /** Number of the run in its context, from 1. */
  readonly executionCount: number;
  readonly results: readonly ExecutionResult[];
}

/** A separate scope for the variables of a program. */
export interface CodeContext {
  readonly id: string;
  readonly language: 'python';
  readonly cwd: string;
  readonly createdAt: Date;
  readonly lastUsed: Date;
}

export interface RunCodeOptions {
  /** A context from `createCodeContext`; by default a new one. */
  readonly context?: Pick<CodeContext, 'id'> | undefined;
  readonly language?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
}

/** The code-running part of a sandbox. */
export interface Sandbox {
  createCodeContext(options?: { readonly language?: string | undefined }): Promise<CodeContext>;
  runCode(code: string, options?: RunCodeOptions): Promise<Execution>;
  deleteCodeContext(contextId: string): Promise<void>;
}

/** The name of a sandbox in the namespace. */
export interface SandboxId {
  readonly name: string;
  toString(): string;
}

/** The binding of sandboxes for Worker code: a namespace of durable objects. */
export interface SandboxNamespace {
  idFromName(name: string): SandboxId;
  get(id: SandboxId): Sandbox;
  getByName(name: string): Sandbox;
}

/** URL of a program in the journal: the one at which a sandbox of the platform runs code. */
const address = 'http://sandbox/api/execute/code';

/** State of a program. */
interface ProgramTrace extends Trace {
  readonly run: PythonRun;
}

/** The outcome of a program, or the error that the engine threw. */
type ProgramEnd = { readonly outcome: PythonOutcome } | { readonly thrown: unknown };

/** Records each program in the journal, with its source and outcome. */
export function notedPython(python: PythonEngine, world: World, account: () => AccountTenant): PythonEngine {
  const plane = createPythonPlane(python, account);
  const parts = { world, basis: 'inferred' } as const;
  return {
    ...python,
    async run(run) {
      const request = { method: 'POST', signal: run.signal ?? new AbortController().signal };
      const trace = { ...new Trace(request, address, 'inferred'), run };
      const end = await exchange(plane, trace, parts);
      if (end && 'outcome' in end) return end.outcome;
      throw end?.thrown;
    },
  };
}

function createPythonPlane(
  python: PythonEngine,
  account: () => AccountTenant,
): Plane<ProgramTrace, ProgramEnd> {
  return {
    name: 'sandbox',
    identify(trace) {
      trace.account = account();
      return undefined;
    },
    work: async ({ run }) => ({ outcome: await python.run(run) }),
    refuse: (_, thrown) => ({ thrown }),
    note({ run }, end) {
      const failed = end && 'thrown' in end;
      return {
        status: failed ? 500 : 200,
        url: address,
        requestHeaders: new Headers({ 'content-type': 'text/x-python' }),
        requestBody: run.code,
        responseBody: JSON.stringify(failed ? { error: getErrorMessage(end.thrown) } : end?.outcome),
      };
    },
    explain: (_, end) => (end && 'thrown' in end ? () => [getErrorMessage(end.thrown)] : undefined),
  };
}

const getErrorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
