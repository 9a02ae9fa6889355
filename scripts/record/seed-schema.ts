import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { seedJsonSchema } from '../../spec/seed-file/seed-schema.ts';

/** File of the published schema of seed files. */
export const seedSchemaFile = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'seed.schema.json');

/** The published schema of seed files. */
export const seedSchemaText = (): string => `${JSON.stringify(seedJsonSchema(), null, 2)}\n`;

/** Writes the schema of seed files. */
export async function recordSeedSchema(): Promise<void> {
  await mkdir(dirname(seedSchemaFile), { recursive: true });
  await writeFile(seedSchemaFile, seedSchemaText());
}
