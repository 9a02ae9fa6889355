import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
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
    throw new SeedError([{ file, path: [], message: getReason(error) }]);
  }
  const folder = dirname(resolve(file));
  return parseSeed(text, {
    ...options,
    name: file,
    async readFile(named) {
      try {
        return new Uint8Array(await readFile(resolve(folder, named)));
      } catch (error) {
        throw new Error(getReason(error), { cause: error });
      }
    },
  });
}

/** Why a file can't be read, without its path, which the message already has. */
function getReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof TypeError) return 'it is not UTF-8 text';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'it is not readable',
};
