import type { PythonFailure, PythonOutcome, PythonResult } from '../python-engine.ts';
import type { ThreadEnd } from './interpreter-thread.ts';

/** The outcome of a program: the runner's if the program ended by itself, else one from outside. */
export function toOutcome(
  end: ThreadEnd,
  timeoutMs: number,
): Pick<PythonOutcome, 'results'> & { readonly error?: PythonFailure } {
  switch (end.kind) {
    case 'ended':
      return (
        readOutcome(end.outcome) ??
        failed('InterpreterError', 'The program broke the reporting of its outcome.')
      );
    case 'timeout':
      return timedOut(timeoutMs, end.outcome);
    case 'overflow':
      return failed('OutputLimitError', 'The program wrote more than allowed.');
    case 'exhausted':
      return failed('MemoryError', 'The running programs used more memory together than allowed.');
    case 'broken':
      return failed('InterpreterError', `The program ended the interpreter: ${end.reason}`);
  }
}

/**
 * The outcome of a program whose process ended, because of this program or another one.
 *
 * @param since start of the program, by `performance.now`
 */
export function endedWithAll(since: number): PythonOutcome {
  const told = failed('InterpreterError', 'The process that ran the program ended.');
  return { stdout: '', stderr: '', ...told, durationMs: Math.ceil(performance.now() - since) };
}

function failed(name: string, message: string) {
  return { results: [], error: { name, message, traceback: [`${name}: ${message}`] } };
}

/** The traceback of the interrupt shows where the program was. */
function timedOut(timeoutMs: number, outcome: string | undefined) {
  const told = failed('TimeoutError', `The program took more than ${timeoutMs / 1_000} seconds.`);
  const interrupt = outcome === undefined ? undefined : readOutcome(outcome)?.error;
  if (interrupt?.name !== 'KeyboardInterrupt') return told;
  const traceback = [...interrupt.traceback.slice(0, -1), ...told.error.traceback];
  return { ...told, error: { ...interrupt, ...told.error, traceback } };
}

const formats = ['text', 'html', 'png', 'jpeg', 'svg', 'latex', 'markdown', 'javascript'] as const;

/** The valid part of the runner's outcome: a program can change the whole interpreter, including the runner. */
function readOutcome(json: string): ReturnType<typeof toOutcome> | undefined {
  const told = parse(json);
  if (!isRecord(told) || !Array.isArray(told['results'])) return undefined;
  const results = told['results'].filter(isRecord).map(readResult);
  const error = told['error'];
  if (error === undefined) return { results };
  return isRecord(error) ? { results, error: readFailure(error) } : undefined;
}

function readResult(told: Readonly<Record<string, unknown>>): PythonResult {
  const texts = formats.flatMap((format) => {
    const text = told[format];
    return typeof text === 'string' ? [[format, text] as const] : [];
  });
  return { ...Object.fromEntries(texts), ...('json' in told ? { json: told['json'] } : {}) };
}

function readFailure(told: Readonly<Record<string, unknown>>): PythonFailure {
  const { name, message, traceback, lineNumber } = told;
  return {
    name: String(name),
    message: String(message),
    traceback: Array.isArray(traceback) ? traceback.map(String) : [],
    ...(typeof lineNumber === 'number' ? { lineNumber } : {}),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
