import type { SeedDocument } from '../../seed/seed-document.ts';
import { SeedError } from '../../seed/seed-problem.ts';

/** Replaces the reader where there are no files, in a page or a service worker. @throws SeedError always */
export async function readSeed(file: string): Promise<SeedDocument> {
  const message = 'seed files can only be read on Bun, Deno and Node, not in a page';
  throw new SeedError([{ file, path: [], message }]);
}
