/** What the Worker is configured with. */
export interface Env {
  /** The models. */
  readonly AI: Models;
  /** Where Python runs: a namespace of durable objects. */
  readonly Sandbox: SandboxNamespace;
  /** The model that is asked, which has to take tools; one of the large open models where left out. */
  readonly MODEL?: string | undefined;
}

/** As much of a binding of models as is needed here. */
export interface Models {
  run(model: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export interface SandboxNamespace<Id = unknown> {
  idFromName(name: string): Id;
  get(id: Id): Sandbox;
}

/** As much of a sandbox as is needed here: fact sheet example-apps, section 2.3. */
export interface Sandbox {
  createCodeContext(options: { readonly language: 'python' }): Promise<CodeContext>;
  runCode(code: string, options?: { readonly context?: CodeContext | undefined }): Promise<Execution>;
}

export interface CodeContext {
  readonly id: string;
}

/** What came of a program. */
export interface Execution {
  readonly logs: { readonly stdout: readonly string[]; readonly stderr: readonly string[] };
  readonly error?: ExecutionError | undefined;
  readonly results: readonly ExecutionResult[];
}

/** Two names for the same are about. */
export interface ExecutionError {
  readonly name: string;
  readonly message?: string | undefined;
  readonly value?: string | undefined;
}

export interface ExecutionResult {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}
