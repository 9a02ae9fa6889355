import { allSuites } from '../../suites/all.ts';
import { catalogue } from '../../suites/harness/catalogue.ts';
import { TargetError } from '../../suites/harness/errors.ts';
import { neededFeatures } from '../../suites/harness/needs.ts';
import type { RunOptions } from '../../suites/harness/runner.ts';
import { selectTests } from '../../suites/harness/select.ts';
import { takeShard } from '../../suites/harness/shard.ts';
import type { Target } from '../../suites/harness/target.ts';
import { loadTarget } from '../../suites/index.ts';
import { type Output, type TargetOptions, targetSources } from './common.ts';

/** Features that a run finds out by asking, so that a dry run takes them to be there. */
const askedFeatures = new Set(['browser', 'git']);

/**
 * Counts the tests of a run. Nothing is sent, so a target that does not say all about itself is taken to have every
 * feature.
 */
export async function dryRun(
  url: string | undefined,
  options: TargetOptions,
  plan: RunOptions,
  output: Output,
): Promise<0> {
  const chosen = selectTests(allSuites, catalogue, plan.select);
  const part = plan.shard ? takeShard(chosen, plan.shard) : chosen;
  const target = await describedTarget(url, options, output);
  const runs = part.filter(({ test }) => {
    if (test.disabled !== undefined) return false;
    const needed = [...neededFeatures(test, catalogue)];
    return !target || needed.every((one) => target.features.has(one) || askedFeatures.has(one));
  });
  const times = plan.repeat?.times ?? 1;
  const tests = `${runs.length} test${runs.length === 1 ? '' : 's'}`;
  output.write(
    `Nothing is sent. ${tests} would run${times > 1 ? ` ${times} times each` : ''}, ${part.length - runs.length} would be skipped${target ? '' : '; the target is not described, so it is taken to have every feature'}.
How many requests they send is known after a run; --budget and --billable-budget limit them.
`,
  );
  return 0;
}

/** The target as flags, environment and file describe it, without a question to anybody; undefined if they don't. */
async function describedTarget(
  url: string | undefined,
  options: TargetOptions,
  output: Output,
): Promise<Target | undefined> {
  try {
    const fetch = () => Promise.reject(new TargetError('dry-run', 'a dry run asks nobody'));
    return await loadTarget({ ...targetSources(url, options, output), fetch });
  } catch (error) {
    if (error instanceof TargetError && ['target-missing', 'target-unreachable'].includes(error.code))
      return undefined;
    throw error;
  }
}
