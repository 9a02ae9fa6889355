import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { getFormat, type SeedFormat } from '../../mock/control/seed/parse-seed.ts';
import type { SeedDocument } from '../../mock/control/seed/seed-document.ts';
import { type PlacedProblem, SeedError } from '../../mock/control/seed/seed-problem.ts';
import { readSeed } from '../../mock/serve/seed/read-seed.ts';

/** How a seed file is written. */
export interface SeedFileOptions {
  readonly format?: SeedFormat | undefined;
  /** Writes over a file that is there. */
  readonly force?: boolean | undefined;
}

/** What keeps a name from being one of a seed file in a format, in words; undefined where nothing does. */
export function wrongName(name: string, format: SeedFormat): string | undefined {
  if (format === getFormat(name)) return undefined;
  return `${name}: a seed file of JSON ends in .json or .jsonc, one of YAML in .yaml or .yml`;
}

/**
 * Writes a seed file, which nobody else may read: there are secrets in it.
 *
 * @returns why it can't be written, in words
 */
export async function writeSeedFile(name: string, text: string, force = false): Promise<string | undefined> {
  try {
    await mkdir(dirname(resolve(name)), { recursive: true });
    await writeFile(name, text, { flag: force ? 'w' : 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = error.code === 'EEXIST' ? 'is there already; write over it with --force' : error.message;
    return `${name}: ${reason}`;
  }
}

/** Where the schema is in the package, as an editor finds it from a file. */
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
 * @throws SeedError with what makes any of them none
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

/** What people are told of seeds that can't be. */
export function seedFailure({ problems, message }: SeedError): string {
  const count = problems.length === 1 ? 'one thing is wrong' : `${problems.length} things are wrong`;
  return `touchstone: ${count} with what is to be seeded:\n${message.replaceAll(/^/gm, '  ')}`;
}
