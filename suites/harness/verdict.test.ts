import { describe, expect, test } from 'vitest';
import type { Requirement } from '../../spec/requirement.ts';
import { createCatalogue } from './catalogue.ts';
import { countTests } from './counts.ts';
import { notRun, notSent, ofRun, stoppedEarly } from './errors.ts';
import type { Finding, TestResult } from './results.ts';
import { judgeServices, namePresent } from './service-results.ts';
import { madeFinding, madeTest } from './testing/made-results.ts';
import { exitCode, judgeRequirements, judgeRun } from './verdict.ts';

const levels = { 1: 'must', 2: 'should', 3: 'must', 4: 'should', 10: 'may' } as const;
const certainties = { must: 'seed', should: 'documented', may: 'inferred' } as const;
const catalogue = createCatalogue(
  Object.entries(levels).map(([number, level]): Requirement => {
    const id = `A-B-${Number(number)}` as const;
    return { id, level, sentence: 'It holds.', passage: 'a.md', certainty: certainties[level] };
  }),
);

const finding = (id: string, status: Finding['status'], level = catalogue.get(id)?.level ?? 'may') =>
  madeFinding(id, { level, status });

let serial = 0;
/** A test of these requirements: `A-B-1` and others by their numbers. */
function result(
  status: TestResult['status'],
  numbers: readonly number[],
  rest: Partial<TestResult> = {},
): TestResult {
  const requirements = numbers.map((number) => `A-B-${number}`);
  const found = status === 'passed' || status === 'failed' ? status : undefined;
  return madeTest(`${++serial}`, {
    suite: 'a/b',
    status,
    requirements,
    findings: found ? requirements.map((id) => finding(id, found)) : [],
    ...rest,
  });
}

const passed = result('passed', [1]);
const warning = (rest: Partial<TestResult> = {}) =>
  result('failed', [2], { failed_level: 'should', ...rest });
const elsewhere = { suite: 'other/b' };

const should = (status: TestResult['status']) => result(status, [2], { level: 'should' });
type Row = [verdict: string, when: string, tests: readonly TestResult[], strict?: boolean];

test.each<Row>([
  ['conformant', 'everything passed', [passed]],
  ['conformant', 'only a SHOULD failed', [passed, warning()]],
  ['not conformant', 'a SHOULD failed under strict', [warning()], true],
  ['not conformant', 'a MUST failed', [passed, result('failed', [1])]],
  [
    'not conformant',
    'a MUST failed and another was skipped',
    [result('failed', [1]), result('skipped', [3])],
  ],
  ['partial', 'a MUST of the seed was skipped', [passed, result('skipped', [3])]],
  ['partial', 'a MUST was disabled', [result('disabled', [1])]],
  ['conformant', 'another test passed a skipped MUST', [passed, result('skipped', [1])]],
  ['conformant', 'a SHOULD was skipped', [passed, result('skipped', [4])]],
  ['conformant', 'every test of another service was skipped', [passed, result('skipped', [3], elsewhere)]],
  [
    'partial',
    'a MUST of two services was skipped, one of which exists',
    [passed, result('skipped', [3]), result('skipped', [3], elsewhere)],
  ],
  ['conformant', 'no test has a MUST, and each passed', [should('passed'), should('passed')]],
  ['partial', 'no test has a MUST, and one failed', [should('passed'), warning({ level: 'should' })]],
  ['partial', 'no test has a MUST, and one was skipped', [should('passed'), should('skipped')]],
  ['partial', 'no test of a MUST passed', [should('passed'), warning()]],
  [
    'partial',
    'each MUST held in a test that failed a SHOULD',
    [
      warning({
        findings: [finding('A-B-1', 'passed'), finding('A-B-2', 'failed')],
        requirements: ['A-B-1'],
      }),
    ],
  ],
  ...ofRun.map(
    (why): Row => [
      why === stoppedEarly ? 'broken run' : why === notRun ? 'not conformant' : 'partial',
      `every test of a service was left out with: ${why}`,
      [passed, result('skipped', [3], { ...elsewhere, reason: `${why}x` })],
    ],
  ),
  ['partial', 'every test failed a SHOULD', [warning(), warning()]],
  ['conformant', 'no test of a MUST ran, under strict', [result('passed', [2])], true],
  [
    'partial',
    'a test judged a MUST as a MAY only',
    [result('passed', [1], { level: 'may', findings: [finding('A-B-1', 'passed', 'may')] })],
  ],
  ['partial', 'all tests were skipped', [result('skipped', [4])]],
  ['broken run', 'the harness broke', [result('failed', [1]), result('error', [2])]],
  ['broken run', 'nothing was selected', []],
])('a run is %s when %s', (verdict, _, tests, strict = false) => {
  expect(judgeRun(tests, judgeRequirements(tests, catalogue), strict, catalogue).verdict).toBe(verdict);
});

test.each([
  ['conformant', false, 0],
  ['not conformant', true, 1],
  ['partial', false, 1],
  ['partial', true, 0],
  ['broken run', true, 2],
] as const)('the exit code for %s, with partial allowed %s, is %i', (verdict, allowPartial, code) => {
  expect(exitCode({ verdict, baseline: null }, allowPartial)).toBe(code);
});

test('failures that do not matter count as warnings', () => {
  const others = (['passed', 'failed', 'skipped', 'disabled', 'error'] as const).map((one) =>
    result(one, [1]),
  );
  const tests = [...others, warning()];
  const rest = { passed: 1, skipped: 1, disabled: 1, errors: 1 };
  expect(countTests(tests, false)).toEqual({ ...rest, failed: 1, warnings: 1 });
  expect(countTests(tests, true)).toEqual({ ...rest, failed: 2, warnings: 0 });
});

test('a requirement has the worst finding of each level, and names its tests', () => {
  const tests = [
    result('passed', [1, 10]),
    result('failed', [1]),
    result('skipped', [3]),
    result('disabled', [4]),
    result('passed', [10], { findings: [finding('A-B-10', 'passed'), finding('A-B-2', 'failed')] }),
    result('failed', [1], { level: 'may', findings: [finding('A-B-1', 'failed', 'may')] }),
    result('skipped', [1], { level: 'may' }),
  ];
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = tests.map(({ id }) => id);
  expect(judgeRequirements(tests, catalogue)).toEqual([
    { id: 'A-B-1', level: 'must', status: 'failed', tests: [a, b] },
    { id: 'A-B-1', level: 'may', status: 'failed', tests: [f, g] },
    { id: 'A-B-2', level: 'should', status: 'failed', tests: [e] },
    { id: 'A-B-3', level: 'must', status: 'skipped', tests: [c] },
    { id: 'A-B-4', level: 'should', status: 'untested', tests: [d] },
    { id: 'A-B-10', level: 'may', status: 'passed', tests: [a, e] },
  ]);
});

describe('a service', () => {
  const may = (suite: string, status: 'passed' | 'failed') =>
    result(status, [10], { suite, level: 'may', failed_level: status === 'failed' ? 'may' : null });
  const judged = (tests: readonly TestResult[], strict = false) =>
    judgeServices(tests, judgeRequirements(tests, catalogue), strict);

  test('has its own verdict; without any MUST it has none, and with skipped tests only it is absent', () => {
    const services = judged([
      result('passed', [1], { suite: 'zones/list' }),
      result('failed', [1], { suite: 'inference/run' }),
      result('passed', [1], { suite: 'inference/chat' }),
      ...['none answers', 'no git', 'none answers'].map((reason) =>
        result('skipped', [1], { suite: 'artifacts/git', reason }),
      ),
      may('analytics/queries', 'passed'),
      may('settings/settings', 'failed'),
      result('skipped', [3], { suite: 'user/tokens', reason: `${notSent}it got no answer` }),
      result('error', [1], { suite: 'v4/envelope' }),
      result('passed', [1], { suite: 'v4/envelope' }),
      result('error', [1], { suite: 'rulesets/rules' }),
      result('failed', [1], { suite: 'rulesets/rules' }),
    ]);
    expect(services.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
      ['zones', 'conformant', null],
      ['inference', 'not conformant', null],
      ['artifacts', 'absent', 'none answers'],
      ['analytics', 'not judged', 'its tests have no MUST; --strict judges the others'],
      ['settings', 'not judged', 'its tests have no MUST; --strict judges the others'],
      ['user', 'partial', null],
      ['v4', 'partial', 'the harness broke in 1 test'],
      ['rulesets', 'not conformant', null],
    ]);
    expect(namePresent(services)).toBe('zones, inference, user, v4, rulesets');
    expect(namePresent(services.slice(2, 5))).toBe('analytics, settings');
  });

  test('is judged without a MUST under strict', () => {
    const services = judged([may('analytics/queries', 'passed'), may('settings/settings', 'failed')], true);
    expect(services.map(({ verdict }) => verdict)).toEqual(['conformant', 'not conformant']);
  });
});
