import { isObject } from '../../../../spec/value-kinds.ts';
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
  const failure = failed('InterpreterError', 'The process that ran the program ended.');
  return { stdout: '', stderr: '', ...failure, durationMs: Math.ceil(performance.now() - since) };
}

function failed(name: string, message: string) {
  return { results: [], error: { name, message, traceback: [`${name}: ${message}`] } };
}

/** The traceback of the interrupt shows where the program was. */
function timedOut(timeoutMs: number, outcome: string | undefined) {
  const failure = failed('TimeoutError', `The program took more than ${timeoutMs / 1_000} seconds.`);
  const interrupt = outcome === undefined ? undefined : readOutcome(outcome)?.error;
  if (interrupt?.name !== 'KeyboardInterrupt') return failure;
  const traceback = [...interrupt.traceback.slice(0, -1), ...failure.error.traceback];
  return { ...failure, error: { ...interrupt, ...failure.error, traceback } };
}

const formats = ['text', 'html', 'png', 'jpeg', 'svg', 'latex', 'markdown', 'javascript'] as const;

/** The valid part of the runner's outcome: a program can change the whole interpreter, including the runner. */
function readOutcome(json: string): ReturnType<typeof toOutcome> | undefined {
  const parsed = parse(json);
  if (!isObject(parsed) || !Array.isArray(parsed['results'])) return undefined;
  const results = parsed['results'].filter(isObject).map(readResult);
  const error = parsed['error'];
  if (error === undefined) return { results };
  return isObject(error) ? { results, error: readFailure(error) } : undefined;
}

function readResult(parsed: Readonly<Record<string, unknown>>): PythonResult {
  const texts = formats.flatMap((format) => {
    const text = parsed[format];
    return typeof text === 'string' ? [[format, text] as const] : [];
  });
  return { ...Object.fromEntries(texts), ...('json' in parsed ? { json: parsed['json'] } : {}) };
}

function readFailure(parsed: Readonly<Record<string, unknown>>): PythonFailure {
  const { name, message, traceback, lineNumber } = parsed;
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
