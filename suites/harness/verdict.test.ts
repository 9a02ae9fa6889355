import { describe, expect, test } from 'vitest';
import type { Requirement } from '../../spec/requirement.ts';
import { createCatalogue } from './catalogue.ts';
import { countTests } from './counts.ts';
import type { Finding, TestResult } from './results.ts';
import { exitCode, judgeRequirements, judgeRun } from './verdict.ts';

const requirement = (id: Requirement['id'], rest: Partial<Requirement> = {}): Requirement => ({
  id,
  level: 'must',
  sentence: 'It holds.',
  passage: 'a seed',
  certainty: 'seed',
  ...rest,
});

const catalogue = createCatalogue([
  requirement('A-B-1'),
  requirement('A-B-2', { level: 'should', certainty: 'documented' }),
  requirement('A-B-3', { feature: 'edge' }),
  requirement('A-B-4', { level: 'should', certainty: 'documented', feature: 'legacy-auth' }),
  requirement('A-B-10', { level: 'may', certainty: 'inferred' }),
]);

const finding = (
  id: string,
  status: Finding['status'],
  level = catalogue.get(id)?.level ?? 'may',
): Finding => ({
  requirement: id,
  level,
  status,
  message: status === 'failed' ? 'no' : null,
  evidence: null,
});

let serial = 0;
function result(
  status: TestResult['status'],
  ids: readonly string[],
  rest: Partial<TestResult> = {},
): TestResult {
  const found = status === 'failed' ? 'failed' : 'passed';
  return {
    id: `test ${++serial}`,
    suite: 'a/b',
    title: 'x',
    requirements: ids,
    level: 'must',
    status,
    failed_level: status === 'failed' ? 'must' : null,
    reason: null,
    findings: status === 'passed' || status === 'failed' ? ids.map((id) => finding(id, found)) : [],
    exchanges: [],
    leaks: [],
    duration_ms: 1,
    requests: { sent: 0, clean_up: 0 },
    ...rest,
  };
}

const judge = (tests: readonly TestResult[], strict = false) =>
  judgeRun(tests, judgeRequirements(tests, catalogue), strict).verdict;

describe('judgeRun', () => {
  const warning = () => result('failed', ['A-B-2'], { failed_level: 'should' });
  test.each([
    ['conformant', 'everything passed', [result('passed', ['A-B-1'])], false],
    ['conformant', 'only a SHOULD failed', [result('passed', ['A-B-1']), warning()], false],
    ['not conformant', 'a SHOULD failed under strict', [warning()], true],
    ['not conformant', 'a MUST failed', [result('passed', ['A-B-1']), result('failed', ['A-B-1'])], false],
    [
      'not conformant',
      'a MUST failed and another was skipped',
      [result('failed', ['A-B-1']), result('skipped', ['A-B-3'])],
      false,
    ],
    [
      'partial',
      'a MUST of the seed was skipped',
      [result('passed', ['A-B-1']), result('skipped', ['A-B-3'])],
      false,
    ],
    ['partial', 'a MUST was disabled', [result('disabled', ['A-B-1'])], false],
    [
      'conformant',
      'another test passed a skipped MUST',
      [result('passed', ['A-B-1']), result('skipped', ['A-B-1'])],
      false,
    ],
    [
      'conformant',
      'a SHOULD of an unclaimed feature was skipped',
      [result('passed', ['A-B-1']), result('skipped', ['A-B-4'])],
      false,
    ],
    [
      'conformant',
      'every test of another service was skipped',
      [result('passed', ['A-B-1']), result('skipped', ['A-B-3'], { suite: 'other/b' })],
      false,
    ],
    [
      'partial',
      'a MUST of two services was skipped, one of which exists',
      [
        result('passed', ['A-B-1']),
        result('skipped', ['A-B-3']),
        result('skipped', ['A-B-3'], { suite: 'other/b' }),
      ],
      false,
    ],
    ['partial', 'no test of a MUST ran', [result('passed', ['A-B-2'], { level: 'should' })], false],
    ['partial', 'every test failed a SHOULD', [warning(), warning()], false],
    ['conformant', 'no test of a MUST ran, under strict', [result('passed', ['A-B-2'])], true],
    [
      'partial',
      'a test judged a MUST as a MAY only',
      [result('passed', ['A-B-1'], { level: 'may', findings: [finding('A-B-1', 'passed', 'may')] })],
      false,
    ],
    ['partial', 'all tests were skipped', [result('skipped', ['A-B-4'])], false],
    ['broken run', 'the harness broke', [result('failed', ['A-B-1']), result('error', ['A-B-2'])], false],
    ['broken run', 'nothing was selected', [], false],
  ] as const)('is %s when %s', (verdict, _, tests, strict) => {
    expect(judge(tests, strict)).toBe(verdict);
  });
});

describe('exitCode', () => {
  test.each([
    ['conformant', false, 0],
    ['not conformant', true, 1],
    ['partial', false, 1],
    ['partial', true, 0],
    ['broken run', true, 2],
  ] as const)('for %s, with partial allowed %s, is %i', (verdict, allowPartial, code) => {
    expect(exitCode({ verdict, baseline: null }, allowPartial)).toBe(code);
  });
});

describe('countTests', () => {
  test('counts failures that do not matter as warnings', () => {
    const tests = [
      result('passed', ['A-B-1']),
      result('failed', ['A-B-1']),
      result('failed', ['A-B-2'], { failed_level: 'should' }),
      result('skipped', ['A-B-3']),
      result('disabled', ['A-B-3']),
      result('error', ['A-B-3']),
    ];
    const rest = { passed: 1, skipped: 1, disabled: 1, errors: 1 };
    expect(countTests(tests, false)).toEqual({ ...rest, failed: 1, warnings: 1 });
    expect(countTests(tests, true)).toEqual({ ...rest, failed: 2, warnings: 0 });
  });
});

describe('judgeRequirements', () => {
  test('takes the worst finding of each level, and names the tests', () => {
    const tests = [
      result('passed', ['A-B-1', 'A-B-10']),
      result('failed', ['A-B-1']),
      result('skipped', ['A-B-3']),
      result('disabled', ['A-B-4']),
      result('passed', ['A-B-10'], { findings: [finding('A-B-10', 'passed'), finding('A-B-2', 'failed')] }),
      result('failed', ['A-B-1'], { level: 'may', findings: [finding('A-B-1', 'failed', 'may')] }),
      result('skipped', ['A-B-1'], { level: 'may' }),
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
});
