import type { SeedDocument } from '../../control/seed/seed-document.ts';
import { SeedError } from '../../control/seed/seed-problem.ts';

/** Stands where there are no files: in a page, in a service worker. @throws SeedError always */
export async function readSeed(file: string): Promise<SeedDocument> {
  const message = 'files are read on Bun, Deno and Node alone, not within a page';
  throw new SeedError([{ file, path: [], message }]);
}
