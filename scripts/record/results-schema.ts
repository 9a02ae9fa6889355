import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { resultsSchema } from '../../suites/harness/report/results-schema.ts';

/** File of the published schema of `results.json`. */
export const resultsSchemaFile = join(
  import.meta.dirname,
  '..',
  '..',
  'docs',
  'reference',
  'results.schema.json',
);

/** Writes the schema of `results.json`. */
export async function recordResultsSchema(): Promise<void> {
  await mkdir(dirname(resultsSchemaFile), { recursive: true });
  await writeFile(resultsSchemaFile, resultsSchema());
}
