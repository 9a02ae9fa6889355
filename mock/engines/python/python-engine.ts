/** One program to run. */
export interface PythonRun {
  /** Source of the program; its last expression, where it ends with one, is a result. */
  readonly code: string;
  /** Ends the program; the run then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of wall clock; never more than the engine allows, which is also what counts where left out. */
  readonly timeoutMs?: number | undefined;
}

/**
 * A value that was shown, in the formats its class offers: a dictionary or a list as `json` alone, where JSON can
 * hold it, anything else as `text` (its `repr`) and what notebooks ask for beside it.
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

/** What a program ended with, where it did not end well. */
export interface PythonFailure {
  /**
   * Class of the exception, for example `ZeroDivisionError`; `TimeoutError`, `OutputLimitError` and
   * `InterpreterError` also where nothing was raised because the program was ended from outside or broke Python.
   */
  readonly name: string;
  readonly message: string;
  /** Lines without their ends. */
  readonly traceback: readonly string[];
  /** Line of the program, from 1. */
  readonly lineNumber?: number;
}

/** What came of a program. */
export interface PythonOutcome {
  readonly stdout: string;
  readonly stderr: string;
  /** What was shown by `display`, then the value of the last expression unless it is `None`. */
  readonly results: readonly PythonResult[];
  readonly error?: PythonFailure;
  /** Milliseconds that the program took, without what it waited for an interpreter. */
  readonly durationMs: number;
}

/** Whether there is a Python, and which. */
export type PythonStatus =
  | { readonly found: true; readonly product: string }
  | { readonly found: false; readonly reason: string };

/** Runs programs of which none sees anything of another, nor of the machine. */
export interface PythonEngine {
  /**
   * Runs a program from a fresh start and tells what came of it, whatever it does.
   *
   * @throws PythonError when there is no Python or too many wait
   */
  run(run: PythonRun): Promise<PythonOutcome>;
  /** Starts what programs will need, and says whether they can be run. */
  status(): Promise<PythonStatus>;
  /** Ends every program; none is run any more. */
  close(): Promise<void>;
}
