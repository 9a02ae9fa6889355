import '../spec/require-node.ts';
import { aiGatewaySuites } from './ai-gateway/suites.ts';
import { analyticsSuites } from './analytics/suites.ts';
import { apiGatewaySuites } from './api-gateway/suites.ts';
import { artifactsSuites } from './artifacts/suites.ts';
import { bindingSuites } from './bindings/suites.ts';
import { browserRenderingSuites } from './browser-rendering/suites.ts';
import { codeInterpreterSuites } from './code-interpreter/suites.ts';
import { customHostnamesSuites } from './custom-hostnames/suites.ts';
import { d1Suites } from './d1/suites.ts';
import { dnsSuites } from './dns/suites.ts';
import type { RunResult } from './harness/results.ts';
import { type RunOptions, runSuites } from './harness/runner.ts';
import type { Suite } from './harness/suite.ts';
import type { Target } from './harness/target.ts';
import { inferenceSuites } from './inference/suites.ts';
import { kvSuites } from './kv/suites.ts';
import { markdownSuites } from './markdown/suites.ts';
import { objectStorageSuites } from './object-storage/suites.ts';
import { rulesetsSuites } from './rulesets/suites.ts';
import { settingsSuites } from './settings/suites.ts';
import { tokenValidationSuites } from './token-validation/suites.ts';
import { userSuites } from './user/suites.ts';
import { v4Suites } from './v4/suites.ts';
import { zonesSuites } from './zones/suites.ts';

export { gitSuites } from './artifacts/git/suites.ts';
export { edgeThroughFetch } from './harness/edge.ts';
export { ConformanceFailure, HarnessError, TargetError } from './harness/errors.ts';
export { type LoadTargetOptions, loadTarget } from './harness/load-target.ts';
export type { RepositoryProvider, RepositoryWish, TestRepository } from './harness/repositories.ts';
export { type RunResult, runResultSchema } from './harness/results.ts';
export type { RunOptions } from './harness/runner.ts';
export { defineSuite, type Suite, type Test } from './harness/suite.ts';
export { createTarget, type Target, targetFileSchema } from './harness/target.ts';
export { exitCode } from './harness/verdict.ts';

/** The suites of every service, in the order in which they run. */
export const allSuites: readonly Suite[] = [
  ...aiGatewaySuites,
  ...analyticsSuites,
  ...apiGatewaySuites,
  ...rulesetsSuites,
  ...customHostnamesSuites,
  ...inferenceSuites,
  ...markdownSuites,
  ...settingsSuites,
  ...tokenValidationSuites,
  ...userSuites,
  ...zonesSuites,
  ...browserRenderingSuites,
  ...artifactsSuites,
  ...objectStorageSuites,
  ...bindingSuites,
  ...codeInterpreterSuites,
  ...d1Suites,
  ...dnsSuites,
  ...kvSuites,
  ...v4Suites,
];

/** Jobs against this project's own mock: enough that some work while others wait. */
const jobsOfMock = 8;

const usualJobs = ({ features, accountId }: Target) =>
  features.has('admin') && accountId !== null ? jobsOfMock : 1;

/**
 * Runs the suites against a target and returns the result tree.
 *
 * @param options.suites suites to run instead of all
 * @param options.jobs number of parallel tests; by default several against this project's own mock, where zones cost
 * nothing, else one
 * @throws TargetError when the target does not answer.
 * @throws HarnessError when a suite has a bug or the clean-up journal can't be written.
 *
 * @example
 * const target = await loadTarget({ flags: { api: 'http://localhost:4800/client/v4' } });
 * const { verdict, counts } = await runConformance(target, { strict: true });
 */
export function runConformance(
  target: Target,
  { suites = allSuites, ...options }: RunOptions & { readonly suites?: readonly Suite[] } = {},
): Promise<RunResult> {
  return runSuites(target, suites, { jobs: usualJobs(target), ...options });
}
