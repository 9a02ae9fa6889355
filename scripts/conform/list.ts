import { coverageGaps } from '../../suites/coverage.ts';
import { excuses } from '../../suites/excuses.ts';
import { catalogue } from '../../suites/harness/catalogue.ts';
import { levels } from '../../suites/harness/levels.ts';
import {
  describeRequirement,
  type ListedRequirement,
  listRequirements,
} from '../../suites/harness/listing.ts';
import { allSuites } from '../../suites/index.ts';
import { mockRules } from '../../suites/rules.ts';
import { getSelection, guarded, type Output, type SelectOptions, terminal } from './common.ts';
import { type DocumentOptions, loadSuites } from './documents/load-document-suites.ts';

export interface ListOptions extends SelectOptions, DocumentOptions {
  readonly json?: boolean;
  /** Prints what is not covered instead. */
  readonly coverage?: boolean;
}

/**
 * The command `conform list`: prints requirements and their tests.
 *
 * @returns the exit code: 0; 1 when something is not covered; 2 when nothing matches the selection
 */
export async function conformList(options: ListOptions = {}, output: Output = terminal): Promise<0 | 1 | 2> {
  return guarded(output, async () => {
    if (options.coverage) return printCoverage(output);
    const { suites, catalogue: requirements } = await loadSuites(options, () => {});
    const listed = listRequirements(suites, requirements, getSelection(options), excuses);
    if (options.json) {
      output.write(`${JSON.stringify(listed, null, 2)}\n`);
      return 0;
    }
    for (const requirement of listed) output.write(`${describeRequirement(requirement)}\n`);
    output.write(`\n${summary(listed)}\n`);
    return 0;
  });
}

function summary(listed: readonly ListedRequirement[]): string {
  const by = levels.map(
    (level) => `${listed.filter((one) => one.level === level).length} ${level.toUpperCase()}`,
  );
  const tests = new Set(listed.flatMap((one) => one.tests)).size;
  const untested = listed.filter((one) => one.tests.length === 0).length;
  const rest = untested === 0 ? '' : `; ${untested} without a test`;
  return `${listed.length} requirements (${by.reverse().join(', ')}), ${tests} tests${rest}`;
}

/** Prints what is not covered, in each direction, and what is excused. */
function printCoverage(output: Output): 0 | 1 {
  const rules = mockRules();
  const { untested, unbound, unnamed } = coverageGaps(allSuites, catalogue, excuses, rules);
  const excused = rules.filter(({ excuse }) => excuse !== null).length;
  const tell = (what: string, names: readonly string[], rest: string) => {
    output.write(`${names.length} ${what} (${rest})\n`);
    for (const name of names) output.write(`  ${name}\n`);
  };
  const tests = allSuites.reduce((sum, suite) => sum + suite.tests.length, 0);
  const known = Object.keys(excuses).length;
  tell('requirements without a test', untested, `of ${catalogue.size}; ${known} are excused in writing`);
  tell('tests without a requirement', unbound, `of ${tests}`);
  tell('rules without a requirement', unnamed, `of ${rules.length}; ${excused} are excused in writing`);
  return untested.length + unbound.length + unnamed.length === 0 ? 0 : 1;
}
