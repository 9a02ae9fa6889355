import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getFileProblem } from '../../spec/file-problem.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { isObject } from './assertions.ts';
import type { Catalogue } from './catalogue.ts';
import { tell } from './counts.ts';
import { type Expectations, judgeTree } from './judge-tree.ts';
import { highest, lower } from './levels.ts';
import { getLevel } from './needs.ts';
import { picturesIn } from './report/kept-results.ts';
import { type Finding, type RunResult, resultsFormat, runResultSchema, type TestResult } from './results.ts';
import { type Test, testId } from './suite.ts';

/**
 * Reads the `results.json` of a run, and resolves the paths of its pictures.
 *
 * @throws TouchstoneError in one line that names the fault of the file.
 */
export async function readResults(file: string): Promise<RunResult> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new TouchstoneError('results', `${file} ${getFileProblem(cause)}`, { cause });
  }
  return picturesIn(dirname(file), parseResults(text, file));
}

/** @throws TouchstoneError in one line that names the fault of the text. */
function parseResults(text: string, file: string): RunResult {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    const what = text.trimStart().startsWith('{"format":"touchstone-results/')
      ? 'is truncated: it starts like results of conform, but does not end'
      : 'is not JSON, so it contains no results of conform';
    throw new TouchstoneError('results', `${file} ${what}`, { cause });
  }
  const format = isObject(content) ? content['format'] : undefined;
  if (typeof format !== 'string' || !format.startsWith('touchstone-results/')) {
    const expected = 'expected a results.json from conform --out';
    throw new TouchstoneError('results', `${file} contains no results of conform: ${expected}`);
  }
  if (format !== resultsFormat) {
    const way = 'run conform again, or use the version that wrote it';
    throw new TouchstoneError('results', `${file} is in the format ${format}, not ${resultsFormat}: ${way}`);
  }
  const parsed = runResultSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TouchstoneError('results', `${file}: ${issue?.path.join('.') || 'it'}: ${issue?.message}`);
}

/** A saved run, judged again. */
export interface SavedJudgement {
  readonly result: RunResult;
  /** What has changed since the run was saved, one line each. */
  readonly notes: readonly string[];
}

/**
 * Judges a saved run by the current catalogue, tests and baseline, without any request to the target.
 *
 * Levels are the current ones. Tests and requirements that no longer exist do not count; a test that is now disabled is
 * disabled.
 */
export function judgeSaved(
  saved: RunResult,
  expectations: Omit<Expectations, 'strict'> & { readonly strict?: boolean | undefined },
): SavedJudgement {
  const { catalogue, suites } = expectations;
  const known = new Map(suites.flatMap((suite) => suite.tests.map((test) => [testId(suite, test), test])));
  const gone = saved.tests.filter(({ id }) => !known.has(id));
  const lost = new Set(
    saved.tests
      .flatMap(({ requirements, findings }) => [...requirements, ...findings.map((one) => one.requirement)])
      .filter((id): id is string => id !== null && !catalogue.has(id)),
  );
  const run = new Set(saved.tests.map(({ id }) => id));
  const fresh = [...known.keys()].filter((id) => !run.has(id)).length;
  const tests = saved.tests.flatMap((result) => {
    const test = known.get(result.id);
    return test ? [judgeTest(result, test, catalogue)] : [];
  });
  const strict = expectations.strict ?? saved.strict;
  return {
    result: judgeTree({ ...saved, tests }, { ...expectations, strict }),
    notes: [
      ...(fresh > 0 ? [`${tell(fresh, 'test')} ${fresh === 1 ? 'is' : 'are'} newer than this run`] : []),
      ...(gone.length > 0
        ? [`${tell(gone.length, 'test')} no longer ${gone.length === 1 ? 'exists' : 'exist'}: ${some(gone)}`]
        : []),
      ...(lost.size > 0 ? [`requirements that no longer exist: ${[...lost].sort().join(', ')}`] : []),
    ],
  };
}

function judgeTest(result: TestResult, test: Test, catalogue: Catalogue): TestResult {
  const { atMost = 'must' } = test;
  const findings = result.findings.flatMap((finding): Finding[] => {
    const requirement = catalogue.get(finding.requirement);
    return requirement ? [{ ...finding, level: lower(requirement.level, atMost) }] : [];
  });
  const requirements = result.requirements.filter((id) => catalogue.has(id));
  const judged = { ...result, requirements, findings, level: getLevel(test, catalogue) };
  if (test.disabled !== undefined) {
    return { ...judged, status: 'disabled', reason: test.disabled, failed_level: null, findings: [] };
  }
  if (result.status !== 'failed') return judged;
  const failed = findings.filter(({ status }) => status === 'failed');
  return failed.length === 0
    ? { ...judged, status: 'passed', failed_level: null }
    : { ...judged, failed_level: highest(failed.map(({ level }) => level)) };
}

function some(tests: readonly TestResult[]): string {
  const named = tests.slice(0, 3).map(({ id }) => id);
  return tests.length > 3 ? `${named.join('; ')} and ${tests.length - 3} more` : named.join('; ');
}

/** The results of one part of a run, and the file they are from. */
export interface PartResult {
  readonly file: string;
  readonly result: RunResult;
}

/** The result of joining parts. */
export interface MergedResult {
  readonly result: RunResult;
  /** Missing parts, such as `2/3`. */
  readonly missing: readonly string[];
}

/**
 * Joins the results of several parts of a run, and judges the whole. Adds up requests, leaks and tests; the time is
 * from the first start to the last end.
 *
 * @throws TouchstoneError when the parts are of different targets or kinds of run, or when two contain the same test.
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
        throw new TouchstoneError('merge', `${holder} and ${file} both contain the test ${id}`);
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
      clean_up: sum(({ requests }) => requests.clean_up),
    },
    leaks: results.flatMap(({ leaks }) => leaks),
    tests: results.flatMap(({ tests }) => tests).sort((a, b) => place(a.suite) - place(b.suite)),
  };
  const strict = expectations.strict ?? first.result.strict;
  return { result: judgeTree(facts, { ...expectations, strict }), missing: missingParts(results) };
}

/** Why two results are not parts of the same run. */
function difference(one: RunResult, other: RunResult): string | undefined {
  if (one.target.api !== other.target.api) return `the targets are ${one.target.api} and ${other.target.api}`;
  if (one.strict !== other.strict) return 'one is strict and the other is not';
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
