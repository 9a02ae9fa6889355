import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { type Expectations, judgeTree } from './judge-tree.ts';
import type { RunResult } from './results.ts';

/** The results of one part of a run, and the file that held them. */
export interface PartResult {
  readonly file: string;
  readonly result: RunResult;
}

/** What came of joining parts. */
export interface MergedResult {
  readonly result: RunResult;
  /** Parts that are not there, as `2/3`. */
  readonly missing: readonly string[];
}

/**
 * Joins the results of several parts of a run, and judges the whole. Requests, leaks and tests add up; the time is
 * from the start of the first part to the end of the last.
 *
 * @throws TouchstoneError when the parts are of different targets or kinds of run, or when two hold the same test.
 */
export function mergeResults(
  parts: readonly PartResult[],
  expectations: Omit<Expectations, 'strict'> & { readonly strict?: boolean | undefined },
): MergedResult {
  const [first] = parts;
  if (!first) throw new TouchstoneError('merge', 'There are no results to join');
  for (const part of parts) {
    const differs = difference(first.result, part.result);
    if (differs !== undefined) {
      throw new TouchstoneError('merge', `${first.file} and ${part.file} don't belong together: ${differs}`);
    }
  }
  const holders = new Map<string, string>();
  for (const { file, result } of parts) {
    for (const { id } of result.tests) {
      const holder = holders.get(id);
      if (holder !== undefined) {
        throw new TouchstoneError('merge', `${holder} and ${file} both hold the test ${id}`);
      }
      holders.set(id, file);
    }
  }
  const results = parts.map(({ result }) => result);
  const starts = results.map(({ started_at }) => Date.parse(started_at));
  const ends = results.map(({ duration_ms }, at) => (starts[at] ?? 0) + duration_ms);
  const sum = (of: (result: RunResult) => number) => results.reduce((total, one) => total + of(one), 0);
  const order = new Map(expectations.suites.flatMap(({ name }, at) => [[name, at] as const]));
  const place = (suite: string) => order.get(suite) ?? order.size;
  const facts = {
    run: results.map(({ run }) => run).join('+'),
    started_at: new Date(Math.min(...starts)).toISOString(),
    duration_ms: Math.max(...ends) - Math.min(...starts),
    target: {
      ...first.result.target,
      features: [...new Set(results.flatMap(({ target }) => target.features))],
    },
    shard: null,
    requests: {
      sent: sum(({ requests }) => requests.sent),
      billable: sum(({ requests }) => requests.billable),
      clean_up: sum(({ requests }) => requests.clean_up),
    },
    stability: null,
    leaks: results.flatMap(({ leaks }) => leaks),
    tests: results.flatMap(({ tests }) => tests).sort((a, b) => place(a.suite) - place(b.suite)),
  };
  const strict = expectations.strict ?? first.result.strict;
  return { result: judgeTree(facts, { ...expectations, strict }), missing: missingParts(results) };
}

/** Why two results are no parts of one run. */
function difference(one: RunResult, other: RunResult): string | undefined {
  if (one.target.api !== other.target.api) return `the targets are ${one.target.api} and ${other.target.api}`;
  if (one.strict !== other.strict) return 'one is strict and the other is not';
  if (one.stability || other.stability) return 'a run with --verify is no part of another';
  if (one.shard?.of !== other.shard?.of) return `the parts are ${shown(one)} and ${shown(other)}`;
  return undefined;
}

const shown = ({ shard }: RunResult) => (shard ? `${shard.index}/${shard.of}` : 'a whole run');

function missingParts(results: readonly RunResult[]): string[] {
  const of = results[0]?.shard?.of ?? 0;
  const there = new Set(results.map(({ shard }) => shard?.index));
  return Array.from({ length: of }, (_, at) => at + 1)
    .filter((index) => !there.has(index))
    .map((index) => `${index}/${of}`);
}
