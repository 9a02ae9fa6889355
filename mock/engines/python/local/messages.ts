/**
 * What an interpreter needs to start; bytes are shared by all that start from them. They go as buffers and not as
 * views: Deno takes ten seconds for a view.
 */
export interface StartMessage {
  readonly kind: 'start';
  /** What `functionBody` makes of `pyodide.mjs`. */
  readonly loader: string;
  /** What it makes of `pyodide.asm.mjs`. */
  readonly glue: string;
  /** `pyodide.asm.wasm`, compiled once. */
  readonly module: WebAssembly.Module;
  /** `python_stdlib.zip`. */
  readonly library: SharedArrayBuffer;
  /** The ABI that the packages of a lock file would have to have. */
  readonly abi: string;
  /** Source of what runs programs: `worker/runner.py`; wanted where a snapshot is to be made. */
  readonly runner: string;
  /** An interpreter that has started; none where it is to be made. */
  readonly snapshot: Snapshot | undefined;
  /** Where output goes: see `shared-output.ts`. */
  readonly output: SharedArrayBuffer;
  /** One byte: 2 is an interrupt. */
  readonly interrupt: SharedArrayBuffer;
  readonly limits: WorkerLimits;
}

/** What makes another interpreter what one was. */
export interface Snapshot {
  /** What Pyodide made, with no memory behind it. */
  readonly head: SharedArrayBuffer;
  /** The parts of memory that are not as they are before anything has run, one after the other. */
  readonly memory: SharedArrayBuffer;
  /** Where each of them begins and ends, in turn. */
  readonly parts: readonly number[];
}

/** What an interpreter itself keeps to; the time is kept by the one who runs it. */
export interface WorkerLimits {
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly files: number;
  readonly outputBytes: number;
  readonly resultChars: number;
}

/** Runs the one program that an interpreter is there for. */
export interface RunMessage {
  readonly kind: 'run';
  readonly code: string;
}

/** What an interpreter says; whatever else comes from one is not listened to. */
export type WorkerMessage =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot; readonly product: string }
  | { readonly kind: 'ready' }
  /** It did not start. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The program ended; `outcome` is the JSON that the runner tells. */
  | { readonly kind: 'ended'; readonly outcome: string }
  /** The program broke the interpreter. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** There is more output than may be. */
  | { readonly kind: 'overflow' };

/** A message of an interpreter, as far as it is one: a program that breaks out can send what it likes. */
export function readWorkerMessage(value: unknown): WorkerMessage | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  const has = (name: string) => name in value && typeof Reflect.get(value, name) === 'string';
  const known =
    value.kind === 'ready' ||
    value.kind === 'overflow' ||
    (value.kind === 'ended' && has('outcome')) ||
    ((value.kind === 'failed' || value.kind === 'broken') && has('reason')) ||
    (value.kind === 'snapshot' && 'snapshot' in value && isSnapshot(value.snapshot));
  // Every member of the kind was looked at.
  return known ? (value as WorkerMessage) : undefined;
}

const isSnapshot = (value: unknown): value is Snapshot =>
  typeof value === 'object' &&
  value !== null &&
  'head' in value &&
  value.head instanceof SharedArrayBuffer &&
  'memory' in value &&
  value.memory instanceof SharedArrayBuffer &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  value.parts.every(Number.isInteger);
