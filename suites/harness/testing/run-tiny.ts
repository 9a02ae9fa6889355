import type { TestResult } from '../results.ts';
import { type RunOptions, runSuites } from '../runner.ts';
import type { Test } from '../suite.ts';
import { type TinyPlatform, tinyPlatform } from './tiny-platform.ts';

/** A test with this code, bound to a MUST. */
export const tinyTest = (run: Test['run'] = () => {}, rest: Partial<Test> = {}): Test => ({
  title: 'does what it should',
  requirements: ['TV-CFG-1'],
  run,
  ...rest,
});

/** Runs tests against the tiny platform, or against `fetch` of the options. */
export const runTiny = (
  tests: readonly Test[],
  options: RunOptions = {},
  platform: TinyPlatform = tinyPlatform(),
) =>
  runSuites(platform.target, [{ name: 'harness/probe', tests }], {
    fetch: platform.fetch,
    journal: null,
    ...options,
  });

/** Runs one test like this; gives its result and the run. */
export async function runOne(run: Test['run'], rest: Partial<Test> = {}, platform?: TinyPlatform) {
  const whole = await runTiny([tinyTest(run, rest)], {}, platform);
  const [only] = whole.tests;
  if (!only) throw new Error('no test ran');
  return { ...only, run: whole };
}

/** The requirements that a test failed. */
export const failedIn = ({ findings }: Pick<TestResult, 'findings'>): string[] =>
  findings.filter(({ status }) => status === 'failed').map(({ requirement }) => requirement);
