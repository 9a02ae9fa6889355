import type { Suite } from '../harness/suite.ts';
import { interpreterProgramsSuite } from './programs.suite.ts';
import { interpreterRequestsSuite } from './requests.suite.ts';
import { interpreterStepsSuite } from './steps.suite.ts';
import { interpreterTasksSuite } from './tasks.suite.ts';

const suites: readonly Suite[] = [
  interpreterRequestsSuite,
  interpreterTasksSuite,
  interpreterProgramsSuite,
  interpreterStepsSuite,
];

/**
 * All suites of the code-interpreter example. A program keeps a core busy, so only one of these tests runs at a time,
 * beside tests that wait for answers.
 */
export const codeInterpreterSuites: readonly Suite[] = suites.map(({ name, tests }) => ({
  name,
  tests: tests.map((test) => ({ ...test, exclusive: test.exclusive ?? 'interpreter' })),
}));
