import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { getFormat, type SeedFormat } from '../../mock/seed/parse-seed.ts';
import type { SeedDocument } from '../../mock/seed/seed-document.ts';
import { type PlacedProblem, SeedError } from '../../mock/seed/seed-problem.ts';
import { readSeed } from '../../mock/serve/seed/read-seed.ts';

/** Options for writing a seed file. */
export interface SeedFileOptions {
  readonly format?: SeedFormat | undefined;
  /** Overwrites an existing file. */
  readonly force?: boolean | undefined;
}

/** Says why a name does not fit a format; undefined if it does. */
export function wrongName(name: string, format: SeedFormat): string | undefined {
  if (format === getFormat(name)) return undefined;
  return `${name}: a seed file must end in .json or .jsonc for JSON, and in .yaml or .yml for YAML`;
}

/**
 * Writes a seed file that only its owner can read, as it contains secrets.
 *
 * @returns why it can't be written
 */
export async function writeSeedFile(name: string, text: string, force = false): Promise<string | undefined> {
  try {
    await mkdir(dirname(resolve(name)), { recursive: true });
    await writeFile(name, text, { flag: force ? 'w' : 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'EEXIST' ? 'already exists; overwrite it with --force' : error.message;
    return `${name}: ${reason}`;
  }
}

/** The package's schema, as a path that an editor resolves from a file. */
export function schemaSeenFrom(file: string): string {
  const folder = dirname(resolve(file));
  const inPackage = join('node_modules', 'touchstone', 'docs', 'reference', 'seed.schema.json');
  let above = folder;
  while (!existsSync(join(above, inPackage)) && dirname(above) !== above) above = dirname(above);
  const found = existsSync(join(above, inPackage)) ? relative(folder, join(above, inPackage)) : inPackage;
  const path = found.split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * Reads seed files.
 *
 * @throws SeedError with the problems of all files
 */
export async function readSeeds(files: readonly string[]): Promise<SeedDocument[]> {
  const documents: SeedDocument[] = [];
  const problems: PlacedProblem[] = [];
  for (const file of files) {
    try {
      documents.push(await readSeed(file));
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new SeedError(problems);
  return documents;
}

/** Formats the problems of invalid seeds. */
export function seedFailure({ problems, message }: SeedError): string {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return `touchstone: ${count} in the seeds:\n${message.replaceAll(/^/gm, '  ')}`;
}
