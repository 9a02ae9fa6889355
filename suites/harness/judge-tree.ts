import { type Baseline, judgeBaseline, knownTests } from './baseline.ts';
import type { Catalogue } from './catalogue.ts';
import { countTests } from './counts.ts';
import { type RunResult, resultsFormat } from './results.ts';
import { judgeServices } from './service-results.ts';
import type { Suite } from './suite.ts';
import { judgeRequirements, judgeRun } from './verdict.ts';

/** The findings of a run, before any verdict. */
export type RunFacts = Omit<
  RunResult,
  'format' | 'strict' | 'verdict' | 'verdict_reason' | 'counts' | 'services' | 'requirements' | 'baseline'
>;

/** The options that decide how findings count. */
export interface Expectations {
  readonly catalogue: Catalogue;
  /** Makes failures of SHOULD and MAY count. */
  readonly strict: boolean;
  readonly baseline?: Baseline | undefined;
  /** All existing tests, to check the names in a baseline. */
  readonly suites: readonly Suite[];
}

/** Judges the findings of a run that just ended, of a saved run, or of several parts. */
export function judgeTree(facts: RunFacts, { catalogue, strict, baseline, suites }: Expectations): RunResult {
  const requirements = judgeRequirements(facts.tests, catalogue);
  const { verdict, reason } = judgeRun(facts.tests, requirements, strict, catalogue);
  const { run, started_at, duration_ms, target, shard, requests, leaks, tests } = facts;
  return {
    format: resultsFormat,
    run,
    started_at,
    duration_ms,
    target,
    strict,
    verdict,
    verdict_reason: reason,
    counts: countTests(tests, strict),
    services: judgeServices(tests, requirements, strict),
    shard,
    requests,
    baseline: baseline
      ? judgeBaseline(
          { api: target.api, tests, requirements, strict },
          baseline,
          knownTests(suites),
          catalogue,
        )
      : null,
    leaks,
    tests,
    requirements,
  };
}
