import { allSuites } from '../suites/all.ts';
import { excuses } from '../suites/excuses.ts';
import { catalogue } from '../suites/harness/catalogue.ts';
import { levels } from '../suites/harness/levels.ts';
import { describeRequirement, type ListedRequirement, listRequirements } from '../suites/harness/listing.ts';
import { guarded, type Output, type SelectOptions, selectionOf, terminal } from './conform-common.ts';

/**
 * The command `conform list`: prints requirements and the tests that prove them.
 *
 * @returns the exit code: 0, or 2 when the selection names nothing
 */
export async function conformList(
  options: SelectOptions & { readonly json?: boolean } = {},
  output: Output = terminal,
): Promise<0 | 1 | 2> {
  return guarded(output, async () => {
    const listed = listRequirements(allSuites, catalogue, selectionOf(options), excuses);
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
