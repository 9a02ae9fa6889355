import { readFile } from 'node:fs/promises';
import { SeedError } from '../../mock/seed/seed-problem.ts';
import { getFileProblem } from '../../spec/file-problem.ts';
import { ServeOptionError } from './option-error.ts';

/** A file of JSON. Comments and trailing commas are allowed. */
export interface JsonFile {
  readonly value: unknown;
  /** An error at a member, in one line with its place. */
  fault(path: readonly PropertyKey[], message: string): ServeOptionError;
}

/** @throws ServeOptionError in one line with the file, and the place of a syntax error */
export async function readJsonFile(file: string): Promise<JsonFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new ServeOptionError('serve-option', `${file}: ${getFileProblem(cause)}`, { cause });
  }
  const { parseJson } = await import('../../mock/seed/parse-json.ts');
  try {
    const { value, getPlace } = parseJson(text, file);
    return {
      value,
      fault(path, message) {
        const { line, column } = getPlace?.(path.map(toPart)) ?? { line: 1, column: 1 };
        return new ServeOptionError('serve-option', `${file}:${line}:${column}: ${message}`);
      },
    };
  } catch (cause) {
    const [problem] = cause instanceof SeedError ? cause.problems : [];
    if (!problem) throw cause;
    const { line, column, message } = problem;
    throw new ServeOptionError('serve-option', `${file}:${line}:${column}: ${message}`, { cause });
  }
}

const toPart = (part: PropertyKey) => (typeof part === 'symbol' ? String(part) : part);
