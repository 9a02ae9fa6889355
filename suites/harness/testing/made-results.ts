import { countTests } from '../counts.ts';
import type { Exchange } from '../exchange.ts';
import { type Finding, type RunResult, resultsFormat, type TestResult } from '../results.ts';
import { judgeServices } from '../service-results.ts';

/** An exchange as a transport records it, for tests of reports. */
export function madeExchange(
  request: Partial<Exchange['request']> = {},
  rest: Partial<Omit<Exchange, 'request'>> = {},
): Exchange {
  return {
    plane: 'api',
    step: null,
    request: {
      method: 'GET',
      url: 'http://tiny.invalid/client/v4/zones',
      headers: [],
      body: null,
      ...request,
    },
    response: { status: 200, headers: [], body: '{}' },
    error: null,
    duration_ms: 1,
    ...rest,
  };
}

export function madeFinding(requirement: string, rest: Partial<Finding> = {}): Finding {
  return { requirement, level: 'must', status: 'failed', message: 'it is wrong', evidence: null, ...rest };
}

export function madeTest(title: string, rest: Partial<TestResult> = {}): TestResult {
  return {
    id: `harness/made: ${title}`,
    suite: 'harness/made',
    title,
    requirements: ['TV-CFG-4'],
    level: 'must',
    status: 'failed',
    failed_level: rest.status === undefined || rest.status === 'failed' ? 'must' : null,
    reason: null,
    findings: [],
    exchanges: [],
    leaks: [],
    duration_ms: 1,
    requests: { sent: 0, clean_up: 0 },
    ...rest,
  };
}

export function madeResult(tests: readonly TestResult[], rest: Partial<RunResult> = {}): RunResult {
  return {
    format: resultsFormat,
    run: 'abc123',
    started_at: '2026-01-02T03:04:05.000Z',
    duration_ms: 1,
    target: {
      api: 'http://tiny.invalid/client/v4',
      edge: null,
      zone_id: '023e105f4ecef8ad9ca31a8372d0c353',
      zone_name: 'tiny.localhost',
      features: [],
    },
    strict: false,
    verdict: 'not conformant',
    verdict_reason: 'a test failed',
    counts: countTests(tests, false),
    services: judgeServices(tests, [], false),
    shard: null,
    requests: { sent: 0, clean_up: 0 },
    baseline: null,
    leaks: [],
    tests,
    requirements: [],
    ...rest,
  };
}
