import { expect, test } from 'vitest';
import { madeFinding, madeResult, madeTest } from '../testing/made-results.ts';
import { githubAnnotations } from './github-annotations.ts';

const failing = (title: string, message = 'it is wrong') =>
  madeTest(title, { findings: [madeFinding('TV-CFG-4', { message })] });

test('an annotation names the test, its requirement and what happened', () => {
  const broken = madeTest('breaks', { status: 'error', reason: 'RangeError: x' });
  expect(githubAnnotations(madeResult([failing('fails'), broken]))).toEqual([
    '::error title=harness/made%3A fails::TV-CFG-4 [MUST]: it is wrong',
    '::error title=harness/made%3A breaks::The harness broke: RangeError: x',
  ]);
});

test('it escapes what would end the line or the title', () => {
  const [line] = githubAnnotations(madeResult([failing('a, b::c', '100%\r\n::set-output::x\u202e')]));
  expect(line).toBe(
    '::error title=harness/made%3A a%2C b%3A%3Ac::TV-CFG-4 [MUST]: 100%25\\u000d%0A| ::set-output::x\\u202e',
  );
});

test('there are none for warnings and for expected failures, and at most ten', () => {
  const warning = madeTest('warns', {
    failed_level: 'should',
    findings: [madeFinding('V4-SHAPE-1', { level: 'should' })],
  });
  const baseline = {
    file: 'b.json',
    verdict: 'conformant' as const,
    expected: ['harness/made: known'],
    unexpected_failures: [],
    unexpected_passes: [],
    stale: [],
  };
  expect(githubAnnotations(madeResult([warning, failing('known')], { baseline }))).toEqual([]);
  const many = Array.from({ length: 12 }, (_, index) => failing(`${index}`));
  expect(githubAnnotations(madeResult(many))).toHaveLength(10);
});
