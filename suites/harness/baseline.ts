import { readFileSync } from 'node:fs';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { z } from 'zod';
import { getFileProblem } from '../../spec/file-problem.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { Catalogue } from './catalogue.ts';
import { counts } from './counts.ts';
import { boundTo } from './needs.ts';
import type { RequirementResult, TestResult } from './results.ts';
import { type BaselineEntry, type BaselineResult, baselineEntrySchema, type Finding } from './results.ts';
import { type Suite, testId } from './suite.ts';
import { judgeRun } from './verdict.ts';

/** Failures that are expected of a target, each with its reason. */
export interface Baseline {
  /** File that it was read from; null when a program made it. */
  readonly file: string | null;
  readonly entries: readonly BaselineEntry[];
}

const baselineFileSchema = z.strictObject({
  $schema: z.string().optional(),
  expected_failures: z.array(
    baselineEntrySchema.refine(({ test, requirement }) => test !== undefined || requirement !== undefined, {
      error: 'names neither a test nor a requirement',
    }),
  ),
});

/**
 * Reads a baseline: JSON that may have comments and trailing commas.
 *
 * @throws TouchstoneError in one line that names file, line and member.
 *
 * @example
 * parseBaseline('{ "expected_failures": [{ "requirement": "TV-KEY-4", "reason": "ours is optional" }] }', 'b.json')
 */
export function parseBaseline(text: string, file: string): Baseline {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const getLine = (offset: number) => text.slice(0, offset).split('\n').length;
  const [broken] = errors;
  if (broken || !root) {
    const what = broken ? printParseErrorCode(broken.error) : 'nothing in it';
    throw new TouchstoneError('baseline', `${file}:${getLine(broken?.offset ?? 0)}: invalid JSON (${what})`);
  }
  const parsed = baselineFileSchema.safeParse(getNodeValue(root));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).filter((part) => typeof part !== 'symbol');
    const where = nearest(root, path);
    const member = path.length > 0 ? `${path.join('.')}: ` : '';
    throw new TouchstoneError('baseline', `${file}:${getLine(where.offset)}: ${member}${issue?.message}`);
  }
  return { file, entries: parsed.data.expected_failures };
}

/**
 * Reads a baseline from a file.
 *
 * @throws TouchstoneError in one line when the file is missing or wrong.
 */
export function readBaseline(file: string): Baseline {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new TouchstoneError('baseline', `The baseline ${file} ${getFileProblem(cause)}`, { cause });
  }
  return parseBaseline(text, file);
}

/** The node at a path, or its closest existing ancestor. */
function nearest(root: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return node;
  }
  return root;
}

/** The requirements of every existing test, by the test's id. */
export type KnownTests = ReadonlyMap<string, readonly string[]>;

export function knownTests(suites: readonly Suite[]): KnownTests {
  return new Map(suites.flatMap((suite) => suite.tests.map((test) => [testId(suite, test), boundTo(test)])));
}

/** What a baseline is compared with. */
export interface JudgedTests {
  readonly api: string;
  readonly tests: readonly TestResult[];
  readonly requirements: readonly RequirementResult[];
  readonly strict: boolean;
}

/**
 * Compares actual with expected failures, both ways. An entry covers the failures of its test, of its requirement in
 * any test, or of that requirement in that test. An entry for another target covers nothing.
 */
export function judgeBaseline(
  { api, tests, requirements, strict }: JudgedTests,
  { file, entries }: Baseline,
  known: KnownTests,
  catalogue: Catalogue,
): BaselineResult {
  const here = entries.filter(({ target }) => target === undefined || trimmed(target) === trimmed(api));
  const stale = here.flatMap((entry) => {
    const message = staleness(entry, here, known, catalogue);
    return message === undefined ? [] : [{ entry, message }];
  });
  const usable = here.filter((entry) => !stale.some((one) => one.entry === entry));
  const ran = new Map(tests.map((test) => [test.id, test]));

  const expected: string[] = [];
  const unexpected: BaselineResult['unexpected_failures'][number][] = [];
  for (const test of tests) {
    if (!counts(test, strict)) continue;
    const counting = getFailures(test).filter(({ level }) => strict || level === 'must');
    const missed = counting.filter((finding) => !usable.some((entry) => covers(entry, test, finding)));
    if (missed.length === 0) expected.push(test.id);
    else unexpected.push(...entriesFor(test, missed, counting.length > missed.length));
  }
  const passes = usable.flatMap((entry) => {
    const message = passing(entry, ran, known);
    return message === undefined ? [] : [{ entry, message }];
  });
  const forgiven = tests.map((test): TestResult => {
    if (!expected.includes(test.id)) return test;
    const findings = test.findings.map((finding) => ({ ...finding, status: 'passed' as const }));
    return { ...test, status: 'passed', findings };
  });
  return {
    file,
    verdict: judgeRun(forgiven, requirements, strict, catalogue).verdict,
    expected,
    unexpected_failures: unexpected,
    unexpected_passes: passes,
    stale,
  };
}

/** A baseline that expects the failures of a run; its reasons quote the failures. */
export function writeBaseline(result: Pick<BaselineResult, 'unexpected_failures'>): string {
  const entries = result.unexpected_failures.map(({ entry }) => `    ${showEntry(entry)}`);
  return `{\n  "expected_failures": [\n${entries.join(',\n')}\n  ]\n}\n`;
}

/** An entry as the file has it. */
export const showEntry = (entry: BaselineEntry): string =>
  `{ ${Object.entries(entry)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')} }`;

const trimmed = (url: string) => url.replace(/\/+$/, '');

const getFailures = ({ findings }: TestResult) => findings.filter(({ status }) => status === 'failed');

function covers(entry: BaselineEntry, { id }: TestResult, { requirement }: Finding): boolean {
  if (entry.test !== undefined && entry.test !== id) return false;
  return entry.requirement === undefined || entry.requirement === requirement;
}

/** Why an entry names nothing that exists. */
function staleness(
  entry: BaselineEntry,
  all: readonly BaselineEntry[],
  known: KnownTests,
  catalogue: Catalogue,
): string | undefined {
  const { test, requirement } = entry;
  if (test !== undefined && !known.has(test)) return 'no test has this id';
  if (requirement !== undefined && !catalogue.has(requirement)) return 'no requirement has this id';
  const twin = all.find((other) => other.test === test && other.requirement === requirement);
  return twin === entry ? undefined : 'it is listed twice';
}

/** Why an entry's failure is unexpectedly missing; undefined where it occurred, or where the run can't tell. */
function passing(
  { test, requirement }: BaselineEntry,
  ran: ReadonlyMap<string, TestResult>,
  known: KnownTests,
): string | undefined {
  const ids =
    test !== undefined
      ? [test]
      : [...known].flatMap(([id, bound]) =>
          requirement !== undefined && bound.includes(requirement) ? [id] : [],
        );
  // A partial run says nothing about the other tests.
  if (ids.some((id) => !ran.has(id))) return undefined;
  const results = ids
    .flatMap((id) => ran.get(id) ?? [])
    .filter(({ status }) => ['passed', 'failed'].includes(status));
  if (results.length === 0) return undefined;
  const failed = results
    .flatMap(getFailures)
    .some((finding) => requirement === undefined || finding.requirement === requirement);
  if (failed) return undefined;
  return requirement === undefined ? 'the test passes' : `nothing fails ${requirement}`;
}

/**
 * The entries that would cover a failure: one for the test, or one per requirement where the baseline has entries for
 * others.
 */
function entriesFor(test: TestResult, missed: readonly Finding[], partly: boolean) {
  const getReason = ({ message }: Finding) => (message ?? 'It fails').split('\n')[0]?.slice(0, 200) ?? '';
  const [first] = missed;
  const named: (readonly [Finding, BaselineEntry])[] = partly
    ? missed.map((one) => [one, { test: test.id, requirement: one.requirement, reason: getReason(one) }])
    : (first ? [first] : []).map((one) => [one, { test: test.id, reason: getReason(one) }]);
  return named.map(([finding, entry]) => ({ test: test.id, message: finding.message ?? '', entry }));
}
