/** What a program ended with, where it did not end well; as text it is its name and message. */
export interface ExecutionError {
  readonly name: string;
  readonly message: string;
  readonly traceback: readonly string[];
  readonly lineNumber?: number;
}

/** A value that was shown, in the formats it has (example-apps: 2.3). */
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

/** What came of a program (example-apps: 2.3). */
export interface Execution {
  readonly code: string;
  /** All that was written to a stream is one element; none where nothing was. */
  readonly logs: { readonly stdout: readonly string[]; readonly stderr: readonly string[] };
  readonly error?: ExecutionError;
  /** Which run of its context it was, from 1. */
  readonly executionCount: number;
  readonly results: readonly ExecutionResult[];
}

/** A place of its own for the variables of a program. */
export interface CodeContext {
  readonly id: string;
  readonly language: 'python';
  readonly cwd: string;
  readonly createdAt: Date;
  readonly lastUsed: Date;
}

export interface RunCodeOptions {
  /** One that was made by `createCodeContext`; a new one where left out. */
  readonly context?: Pick<CodeContext, 'id'> | undefined;
  readonly language?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
}

/** A sandbox, as far as it runs code. */
export interface Sandbox {
  createCodeContext(options?: { readonly language?: string | undefined }): Promise<CodeContext>;
  runCode(code: string, options?: RunCodeOptions): Promise<Execution>;
  deleteCodeContext(contextId: string): Promise<void>;
}

/** The name of a sandbox, as the namespace knows it. */
export interface SandboxId {
  readonly name: string;
  toString(): string;
}

/** What Worker code gets as a binding of sandboxes: a namespace of objects that last. */
export interface SandboxNamespace {
  idFromName(name: string): SandboxId;
  get(id: SandboxId): Sandbox;
  getByName(name: string): Sandbox;
}
