import { edgeThroughFetch } from '../../suites/harness/edge.ts';
import { boundTo } from '../../suites/harness/needs.ts';
import type { TestResult } from '../../suites/harness/results.ts';
import { type RunOptions, runSuites } from '../../suites/harness/runner.ts';
import { getService, type Suite, type Test, testId } from '../../suites/harness/suite.ts';
import { createTarget, targetFileSchema } from '../../suites/harness/target.ts';
import type { MutatedServer } from './serve-mutated.ts';

/** A test with its suite. */
export interface SuiteTest {
  readonly suite: Suite;
  readonly test: Test;
}

export interface TestOptions extends Pick<RunOptions, 'limits' | 'signal' | 'reporters' | 'exchanges'> {
  /** Whether to describe the server as a foreign one, without an admin interface. */
  readonly foreign?: boolean | undefined;
}

/** Runs tests against a server, one after the other. */
export async function runTests(
  server: MutatedServer,
  tests: readonly SuiteTest[],
  webhookCertificate: string,
  { foreign = false, ...options }: TestOptions = {},
): Promise<readonly TestResult[]> {
  if (tests.length === 0) return [];
  const target = createTarget(
    targetFileSchema.parse({
      ...server.info,
      ...(foreign && { name: 'foreign' }),
      webhook_certificate: webhookCertificate,
      features: [...server.features],
    }),
  );
  const suites = tests.map(({ suite, test }) => ({ name: suite.name, tests: [test] }));
  const { edge } = server;
  const unframed = edge && { edgeFetch: edgeThroughFetch((request) => edge(request)) };
  return (await runSuites(target, suites, { journal: null, ...unframed, ...options })).tests;
}

/**
 * Returns the tests bound to a requirement in order: those about it before those that check it as well.
 *
 * @param first text in the ids of tests that come before all others
 */
export function boundTests(
  suites: readonly Suite[],
  requirement: string,
  first: string | undefined,
): readonly SuiteTest[] {
  const rank = ({ suite, test }: SuiteTest) => {
    if (first !== undefined && testId(suite, test).includes(first)) return 0;
    return test.requirements.includes(requirement) ? 1 : 2;
  };
  return getTests(suites)
    .filter(({ test }) => boundTo(test).includes(requirement))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the other tests of the same services, those of the same suites first. */
export function nearbyTests(
  suites: readonly Suite[],
  bound: readonly SuiteTest[],
  requirement: string,
): readonly SuiteTest[] {
  const own = new Set(bound.map(({ suite }) => suite));
  const services = new Set(bound.map(({ suite }) => getService(suite.name)));
  return getTests(suites)
    .filter(({ suite, test }) => services.has(getService(suite.name)) && !boundTo(test).includes(requirement))
    .toSorted((a, b) => Number(own.has(b.suite)) - Number(own.has(a.suite)));
}

/** Returns every test of the suites. */
export function getTests(suites: readonly Suite[]): readonly SuiteTest[] {
  return suites.flatMap((suite) => suite.tests.map((test) => ({ suite, test })));
}
