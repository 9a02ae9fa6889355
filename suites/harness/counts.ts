import type { RunResult, TestResult } from './results.ts';

/** Whether a test failed something that counts for the verdict. */
export function counts(test: TestResult, strict: boolean): boolean {
  return test.status === 'failed' && (strict || test.failed_level === 'must');
}

/** Numbers of tests by their effect on the verdict. */
export function countTests(tests: readonly TestResult[], strict: boolean): RunResult['counts'] {
  const by = (status: TestResult['status']) => tests.filter((test) => test.status === status).length;
  const failed = tests.filter((test) => counts(test, strict)).length;
  return {
    passed: by('passed'),
    failed,
    skipped: by('skipped'),
    disabled: by('disabled'),
    warnings: by('failed') - failed,
    errors: by('error'),
  };
}

/** The numbers of tests in words; they add up to all tests. */
export function describeCounts({
  passed,
  failed,
  skipped,
  errors,
  warnings,
  disabled,
}: RunResult['counts']): string {
  return `${passed} passed, ${failed + errors} failed, ${warnings} warned, ${skipped + disabled} skipped`;
}

/** Why a run or a service has no verdict after errors of the run. */
export const harnessBroke = ({ errors }: RunResult['counts']) =>
  `the harness broke in ${tell(errors, 'test')}`;

/** A number of things in words. */
export const tell = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
