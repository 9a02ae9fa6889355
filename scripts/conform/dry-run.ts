import { TargetError } from '../../suites/harness/errors.ts';
import { neededFeatures } from '../../suites/harness/needs.ts';
import type { RunOptions } from '../../suites/harness/runner.ts';
import { getServices, selectTests, takeShard } from '../../suites/harness/select.ts';
import type { Target } from '../../suites/harness/target.ts';
import { loadTarget } from '../../suites/index.ts';
import { type Output, type TargetOptions, targetSources } from './common.ts';
import type { ChosenSuites } from './documents/load-document-suites.ts';

/** Features that a run detects by a request; a dry run assumes them. */
const askedFeatures = new Set(['browser', 'git']);

/**
 * Counts the tests of a run without sending anything. A target that isn't described is assumed to have every feature.
 */
export async function dryRun(
  url: string | undefined,
  options: TargetOptions,
  plan: RunOptions,
  { suites, catalogue }: ChosenSuites,
  output: Output,
): Promise<0> {
  const chosen = selectTests(suites, catalogue, plan.select);
  const part = plan.shard ? takeShard(chosen, plan.shard) : chosen;
  const target = await describedTarget(url, options, output, getServices(chosen));
  const runs = part.filter(({ test }) => {
    if (test.disabled !== undefined) return false;
    const needed = [...neededFeatures(test, catalogue)];
    return !target || needed.every((one) => target.features.has(one) || askedFeatures.has(one));
  });
  const tests = `${runs.length} test${runs.length === 1 ? '' : 's'}`;
  output.write(
    `Nothing is sent. ${tests} would run, ${part.length - runs.length} would be skipped${target ? '' : '; the target is not described, so every feature is assumed'}.
Only a run shows how many requests they send; --budget limits them.
`,
  );
  return 0;
}

/** Reads the target from flags, environment and file without sending anything; undefined if they don't describe one. */
async function describedTarget(
  url: string | undefined,
  options: TargetOptions,
  output: Output,
  services: ReadonlySet<string>,
): Promise<Target | undefined> {
  try {
    const fetch = () => Promise.reject(new TargetError('dry-run', 'a dry run sends no requests'));
    return await loadTarget({ ...targetSources(url, options, output), services, fetch });
  } catch (error) {
    if (error instanceof TargetError && ['target-missing', 'target-unreachable'].includes(error.code))
      return undefined;
    throw error;
  }
}
