import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { getFileProblem } from '../../../spec/file-problem.ts';
import { type ParseSeedOptions, parseSeed } from '../../seed/parse-seed.ts';
import type { SeedDocument } from '../../seed/seed-document.ts';
import { SeedError } from '../../seed/seed-problem.ts';

/**
 * Reads a seed file: JSON if its name ends in `.json` or `.jsonc`, else YAML. Files that it names are relative to its
 * folder, and are read when a mock is created.
 *
 * @throws SeedError for a file that can't be read or parsed
 */
export async function readSeed(
  file: string,
  options: Pick<ParseSeedOptions, 'format'> = {},
): Promise<SeedDocument> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const message = error instanceof TypeError ? 'is not UTF-8 text' : getFileProblem(error);
    throw new SeedError([{ file, path: [], message }]);
  }
  const folder = dirname(resolve(file));
  return parseSeed(text, {
    ...options,
    name: file,
    readFile: async (named) => new Uint8Array(await readFile(resolve(folder, named))),
  });
}
