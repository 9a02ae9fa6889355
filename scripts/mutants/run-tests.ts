import { edgeThroughFetch } from '../../suites/harness/edge.ts';
import type { TestResult } from '../../suites/harness/results.ts';
import { runSuites } from '../../suites/harness/runner.ts';
import type { Suite, Test } from '../../suites/harness/suite.ts';
import { createTarget, targetFileSchema } from '../../suites/harness/target.ts';
import type { MutatedServer } from './serve-mutated.ts';

/** A test and the suite that it is from. */
export interface SuiteTest {
  readonly suite: Suite;
  readonly test: Test;
}

/** Runs tests against a server, one after the other. */
export async function runTests(
  server: MutatedServer,
  tests: readonly SuiteTest[],
  webhookCertificate: string,
): Promise<readonly TestResult[]> {
  if (tests.length === 0) return [];
  const target = createTarget(
    targetFileSchema.parse({
      ...server.info,
      webhook_certificate: webhookCertificate,
      features: [...server.features],
    }),
  );
  const suites = tests.map(({ suite, test }) => ({ name: suite.name, tests: [test] }));
  const { edge } = server;
  const unframed = edge && { edgeFetch: edgeThroughFetch((request) => edge(request)) };
  return (await runSuites(target, suites, { journal: null, ...unframed })).tests;
}
