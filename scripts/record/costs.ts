import { readFile, writeFile } from 'node:fs/promises';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { allSuites } from '../../suites/all.ts';
import { runResultSchema } from '../../suites/harness/results.ts';
import { testId } from '../../suites/harness/suite.ts';
import {
  costsOf,
  formatTestCosts,
  readTestCosts,
  type TestCosts,
  testCostsFile,
} from '../../suites/harness/test-costs.ts';

/**
 * Takes the costs of tests out of the results of runs, and writes the table of them anew. Tests that ran in none of
 * them keep what is known; tests that are gone leave it.
 *
 * @param files results.json of runs against this project's own server; a later one wins
 * @throws TouchstoneError for a file that holds no results.
 */
export async function recordCosts(
  files: readonly string[],
  table: string = testCostsFile,
): Promise<{ readonly known: number; readonly missing: readonly string[] }> {
  const costs = new Map(existing(table));
  for (const file of files) {
    const parsed = runResultSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (!parsed.success) throw new TouchstoneError('results', `${file} holds no results of conform`);
    for (const [id, cost] of costsOf(parsed.data.tests)) costs.set(id, cost);
  }
  const ids = new Set(allSuites.flatMap((suite) => suite.tests.map((test) => testId(suite, test))));
  for (const id of costs.keys()) if (!ids.has(id)) costs.delete(id);
  await writeFile(table, formatTestCosts(costs));
  return { known: costs.size, missing: [...ids].filter((id) => !costs.has(id)) };
}

function existing(table: string): TestCosts {
  try {
    return readTestCosts(table);
  } catch {
    return new Map();
  }
}

/** The command `record costs`: 0, or 1 when there are tests that nothing is known of. */
export async function printCostsRecording(files: readonly string[]): Promise<0 | 1> {
  const { known, missing } = await recordCosts(files.length > 0 ? files : ['reports/results.json']);
  console.log(`${known} tests have costs; ${missing.length} have none`);
  for (const id of missing) console.log(`  ${id}`);
  return missing.length === 0 ? 0 : 1;
}
