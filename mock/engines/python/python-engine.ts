import type { pythonLimits } from '../../../spec/engine-limits.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** Settings of the Python engine; `pythonLimits` has the defaults. */
export type PythonOptions = { readonly [Limit in keyof typeof pythonLimits]?: number | undefined };

/** One program to run. */
export interface PythonRun {
  /** Source of the program; if it ends with an expression, its value is a result. */
  readonly code: string;
  /** Ends the program; the run then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of wall clock. Default and maximum: the engine's limit. */
  readonly timeoutMs?: number | undefined;
}

/**
 * A displayed value, in the formats of its class: a dictionary or list that JSON can represent has only `json`,
 * anything else has `text` (its `repr`) and the formats of notebooks.
 */
export interface PythonResult {
  readonly text?: string;
  readonly html?: string;
  /** Base64. */
  readonly png?: string;
  /** Base64. */
  readonly jpeg?: string;
  readonly svg?: string;
  readonly latex?: string;
  readonly markdown?: string;
  readonly javascript?: string;
  readonly json?: unknown;
}

/** The error that ended a program. */
export interface PythonFailure {
  /**
   * Class of the exception, for example `ZeroDivisionError`; `TimeoutError`, `OutputLimitError` and `InterpreterError`
   * also if nothing was raised because the program was ended from outside or broke Python.
   */
  readonly name: string;
  readonly message: string;
  /** Lines without line ends. */
  readonly traceback: readonly string[];
  /** Line of the program, from 1. */
  readonly lineNumber?: number;
}

/** The outcome of a program. */
export interface PythonOutcome {
  readonly stdout: string;
  readonly stderr: string;
  /** The values given to `display`, then the value of the last expression unless it is `None`. */
  readonly results: readonly PythonResult[];
  readonly error?: PythonFailure;
  /** Run time of the program in milliseconds, without the wait for an interpreter. */
  readonly durationMs: number;
}

/** The available Python, if any. */
export type PythonStatus =
  | { readonly found: true; readonly product: string }
  | { readonly found: false; readonly reason: string };

/** Runs programs, isolated from each other and from the machine. */
export interface PythonEngine {
  /**
   * Runs a program in a fresh interpreter.
   *
   * @throws PythonError if there is no Python, or too many programs wait
   */
  run(run: PythonRun): Promise<PythonOutcome>;
  /** Starts interpreters, and returns whether programs can run. */
  status(): Promise<PythonStatus>;
  /** Ends every program and closes the engine. */
  close(): Promise<void>;
}

/**
 * Why a program was not run:
 *
 * - `no-python`: none is installed, or it does not start
 * - `busy`: too many programs are already waiting
 * - `too-long`: the program has too many bytes
 * - `closed`: the engine was closed
 */
export type PythonRefusal = 'no-python' | 'busy' | 'too-long' | 'closed';

/** Thrown if a program was not run at all; the program's own errors are in its outcome. */
export class PythonError extends TouchstoneError {
  readonly refusal: PythonRefusal;

  constructor(refusal: PythonRefusal, message: string, options?: ErrorOptions) {
    super(`python-${refusal}`, message, options);
    this.refusal = refusal;
  }
}
