import { allSuites } from '../../suites/all.ts';
import { catalogue } from '../../suites/harness/catalogue.ts';
import { TargetError } from '../../suites/harness/errors.ts';
import { neededFeatures } from '../../suites/harness/needs.ts';
import type { RunOptions } from '../../suites/harness/runner.ts';
import { selectTests } from '../../suites/harness/select.ts';
import { takeShard } from '../../suites/harness/shard.ts';
import { testId } from '../../suites/harness/suite.ts';
import type { Target } from '../../suites/harness/target.ts';
import { estimate, readTestCosts } from '../../suites/harness/test-costs.ts';
import { loadTarget } from '../../suites/index.ts';
import { type Output, type TargetOptions, targetSources } from './common.ts';

/** Features that a run finds out by asking, so that a dry run takes them to be there. */
const askedFeatures = new Set(['browser', 'git']);

/** Tests without a record that are named. */
const mostNamed = 10;

/**
 * Counts the tests of a run and the requests that they sent when they were recorded. Nothing is sent, so a target
 * that does not say all about itself is taken to have every feature.
 */
export async function dryRun(
  url: string | undefined,
  options: TargetOptions,
  plan: RunOptions,
  output: Output,
): Promise<0> {
  const chosen = selectTests(allSuites, catalogue, plan.select);
  const part = plan.shard ? takeShard(chosen, plan.shard, plan.durations) : chosen;
  const target = await describedTarget(url, options, output);
  const runs = part.filter(({ test }) => {
    if (test.disabled !== undefined) return false;
    const needed = [...neededFeatures(test, catalogue)];
    return !target || needed.every((one) => target.features.has(one) || askedFeatures.has(one));
  });
  const times = plan.repeat?.times ?? 1;
  const cost = estimate(
    runs.map(({ suite, test }) => testId(suite, test)),
    readTestCosts(),
  );
  const lines = [
    `Nothing is sent. ${count(runs.length, 'test')} would run${times > 1 ? ` ${times} times each` : ''}, ${part.length - runs.length} would be skipped${target ? '' : '; the target is not described, so it is taken to have every feature'}.`,
    `They send ${count(cost.sent * times, 'request')}, and more to tidy up; ${cost.billable * times} of them cost money where models and rendering do.`,
    `Recorded against this project's own server, where they took ${Math.ceil((cost.milliseconds * times) / 1000)} s one after the other; requests of programs such as git are not counted.`,
  ];
  const { unknown } = cost;
  if (unknown.length > 0) {
    const more = unknown.length > mostNamed ? [`  ... and ${unknown.length - mostNamed} more`] : [];
    const named = unknown.slice(0, mostNamed).map((id) => `  ${id}`);
    lines.push(
      `Of ${count(unknown.length, 'test')} nothing is recorded, so these come on top:`,
      ...named,
      ...more,
    );
  }
  const { requests, billable } = plan.budget ?? {};
  if (requests !== undefined && cost.sent * times > requests)
    lines.push(`The budget of ${requests} ends it before.`);
  if (billable !== undefined && cost.billable * times > billable) {
    lines.push(`The budget of ${billable} requests that cost money ends it before.`);
  }
  output.write(`${lines.join('\n')}\n`);
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

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
