import type { SeedDocument } from '../mock/seed/seed-document.ts';
import { type PlacedProblem, SeedError } from '../mock/seed/seed-problem.ts';
import { readSeed } from '../mock/serve/seed/read-seed.ts';

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
