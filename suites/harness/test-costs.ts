import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessError } from './errors.ts';
import type { TestResult } from './results.ts';

/** What a test has cost when it was run last against this project's own server. */
export interface TestCost {
  /** Requests that it sent, without those that tidied up. */
  readonly sent: number;
  /** Those of them that cost money elsewhere. */
  readonly billable: number;
  /** How long it took, clean-up included. */
  readonly milliseconds: number;
}

/** Costs by test id. */
export type TestCosts = ReadonlyMap<string, TestCost>;

/** The table of `touchstone record costs`: one line per test, its numbers and its id with tabs between. */
export const testCostsFile = join(import.meta.dirname, '..', 'test-costs.tsv');

const heading = 'sent\tbillable\tms\ttest';

/**
 * Reads the table of costs.
 *
 * @throws HarnessError for a line that is none of it.
 */
export function readTestCosts(file: string = testCostsFile): TestCosts {
  return parseTestCosts(readFileSync(file, 'utf8'), file);
}

/** Reads the text of such a table; `file` names it in errors. */
export function parseTestCosts(text: string, file: string): TestCosts {
  const [first, ...lines] = text.trimEnd().split('\n');
  if (first !== heading) throw new HarnessError('test-costs', `${file} is no table of costs`);
  return new Map(
    lines.map((line, at) => {
      const [, sent, billable, milliseconds, id] = /^(\d+)\t(\d+)\t(\d+)\t(.+)$/.exec(line) ?? [];
      if (id === undefined)
        throw new HarnessError('test-costs', `${file}:${at + 2} is no line of it: ${line}`);
      return [id, { sent: Number(sent), billable: Number(billable), milliseconds: Number(milliseconds) }];
    }),
  );
}

/** The table as text, sorted by id. */
export function formatTestCosts(costs: TestCosts): string {
  const lines = [...costs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { sent, billable, milliseconds }]) => `${sent}\t${billable}\t${milliseconds}\t${id}`);
  return `${[heading, ...lines].join('\n')}\n`;
}

/** The costs of the tests that ran; what was skipped has shown none. */
export function costsOf(tests: readonly TestResult[]): TestCosts {
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  return new Map(
    ran.map(({ id, requests, duration_ms }) => {
      const { sent, billable } = requests;
      return [id, { sent, billable, milliseconds: roundly(duration_ms) }];
    }),
  );
}

/** To the next of 20, 50, 100, 200, 500 and so on, so that a new record changes few lines. */
function roundly(milliseconds: number): number {
  let step = 10;
  for (;;) {
    for (const size of [2, 5, 10]) if (milliseconds <= step * size) return step * size;
    step *= 10;
  }
}

/** What a run would cost. */
export interface Estimate {
  readonly tests: number;
  readonly sent: number;
  readonly billable: number;
  readonly milliseconds: number;
  /** Tests whose costs nobody knows. */
  readonly unknown: readonly string[];
}

/** Adds up the costs of tests. */
export function estimate(ids: readonly string[], costs: TestCosts): Estimate {
  const known = ids.flatMap((id) => costs.get(id) ?? []);
  const sum = (of: (cost: TestCost) => number) => known.reduce((total, cost) => total + of(cost), 0);
  return {
    tests: ids.length,
    sent: sum(({ sent }) => sent),
    billable: sum(({ billable }) => billable),
    milliseconds: sum(({ milliseconds }) => milliseconds),
    unknown: ids.filter((id) => !costs.has(id)),
  };
}
