import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { goldenName, type ScreenshotCase, screenshotCaseSchema } from '../../../spec/vectors/screenshots.ts';
import { HarnessError } from '../../harness/errors.ts';

const home = new URL('../../../fixtures/screenshots/', import.meta.url);

/** A case of `fixtures/screenshots` with its name, which is its folder's. */
export type NamedCase = ScreenshotCase & { readonly name: string };

/** The names of all cases, sorted. */
export function caseNames(): string[] {
  const entries = readdirSync(home, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(toFile(entry.name, 'case.json')))
    .map(({ name }) => name)
    .sort();
}

/**
 * Reads `case.json` of a case.
 *
 * @throws HarnessError if it doesn't follow `fixtures/screenshots/README.md`.
 *
 * @example
 * readCase('box-solid').expects.width // 320
 */
export function readCase(name: string): NamedCase {
  try {
    const text = readFileSync(toFile(name, 'case.json'), 'utf8');
    return { name, ...screenshotCaseSchema.parse(JSON.parse(text)) };
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new HarnessError('screenshot-case', `fixtures/screenshots/${name}/case.json: ${reason}`, { cause });
  }
}

/** The golden of a case; undefined if it has none yet. */
export function readGolden(item: NamedCase): Uint8Array<ArrayBuffer> | undefined {
  const file = toFile(item.name, goldenName(item));
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : undefined;
}

/** Path of a file of a case. */
export const toFile = (name: string, file: string): string => fileURLToPath(new URL(`${name}/${file}`, home));
