import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { isObject } from './assertions.ts';
import { picturesIn } from './report/kept-results.ts';
import { type RunResult, resultsFormat, runResultSchema } from './results.ts';

/**
 * Reads the `results.json` of a run. Its pictures are named by where they are now.
 *
 * @throws TouchstoneError in one line that says what is wrong with the file.
 */
export async function readResults(file: string): Promise<RunResult> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TouchstoneError('results', `${file} can't be read: ${reason}`, { cause });
  }
  return picturesIn(dirname(file), parseResults(text, file));
}

/** @throws TouchstoneError in one line that says what is wrong with the text. */
export function parseResults(text: string, file: string): RunResult {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    const what = text.trimStart().startsWith('{"format":"touchstone-results/')
      ? 'is cut off: it starts as results of conform, but does not end'
      : 'is no JSON, so it holds no results of conform';
    throw new TouchstoneError('results', `${file} ${what}`, { cause });
  }
  const format = isObject(content) ? content['format'] : undefined;
  if (typeof format !== 'string' || !format.startsWith('touchstone-results/')) {
    const expected = 'expected a results.json that conform --out wrote';
    throw new TouchstoneError('results', `${file} holds no results of conform: ${expected}`);
  }
  if (format !== resultsFormat) {
    const way = 'run conform again, or use the version that wrote it';
    throw new TouchstoneError('results', `${file} is in the format ${format}, not ${resultsFormat}: ${way}`);
  }
  const parsed = runResultSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TouchstoneError('results', `${file}: ${issue?.path.join('.') || 'it'}: ${issue?.message}`);
}
