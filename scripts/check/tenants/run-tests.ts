import { type TenantsDoor, tenantScenario } from './scenario.ts';

/** What came of tests that ran at the same time. */
export interface Outcome {
  readonly tests: number;
  /** What was found otherwise, a line for each test that did not pass. */
  readonly failures: readonly string[];
}

/** Runs tests with tenants of their own, all of them at the same time. */
export async function runTenantTests(door: TenantsDoor, tests: number): Promise<Outcome> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: tests }, (_, number) => tenantScenario(door, number)),
  );
  const failures = outcomes.flatMap((outcome, number) =>
    outcome.status === 'rejected' ? [`test ${number}: ${String(outcome.reason)}`] : [],
  );
  return { tests, failures };
}
