import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  bodyOfCase,
  getFilling,
  type MarkdownCase,
  markdownCaseSchema,
} from '../../spec/vectors/markdown.ts';
import { HarnessError } from '../harness/errors.ts';

const home = new URL('../../fixtures/markdown/', import.meta.url);

/** A case of `fixtures/markdown` with its name, which is that of its folder. */
export type NamedCase = MarkdownCase & { readonly name: string };

/** The names of all cases, sorted. */
export function caseNames(): string[] {
  const entries = readdirSync(home, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(toFile(entry.name, 'case.json')))
    .map(({ name }) => name)
    .sort();
}

/** Whether a case of this name exists. */
export const isCase = (name: string): boolean =>
  /^[a-z0-9-]+$/.test(name) && existsSync(toFile(name, 'case.json'));

/**
 * Reads `case.json` of a case.
 *
 * @throws HarnessError when it differs from `fixtures/markdown/README.md`.
 *
 * @example
 * readCase('headers-two-cookies').requirements // ['MD-HDR-4']
 */
export function readCase(name: string): NamedCase {
  try {
    const text = readFileSync(toFile(name, 'case.json'), 'utf8');
    return { name, ...markdownCaseSchema.parse(JSON.parse(text)) };
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new HarnessError('markdown-case', `fixtures/markdown/${name}/case.json: ${reason}`, { cause });
  }
}

/** The origin's body, before any content coding. */
export const readBody = (item: NamedCase): Uint8Array<ArrayBuffer> => bodyOfCase(item, readPage(item));

/**
 * The golden of a case; undefined when it has none.
 *
 * @param options.filled false keeps `{{fill}}` as in the file. Default: true
 */
export function readGolden(
  item: NamedCase,
  { filled = true }: { readonly filled?: boolean } = {},
): string | undefined {
  const file = toFile(item.name, 'expected.md');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  return item.fill && filled ? text.replaceAll('{{fill}}', getFilling(item.fill, readPage(item))) : text;
}

/** The stored file of the page, with unfilled placeholders. */
export const readPage = ({ name, origin }: NamedCase): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(toFile(name, origin.page)));

/** Path of a file of a case. */
export const toFile = (name: string, file: string): string => fileURLToPath(new URL(`${name}/${file}`, home));
