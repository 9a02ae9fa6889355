import type { Suite } from '../harness/suite.ts';
import { interpreterProgramsSuite } from './programs.suite.ts';
import { interpreterRequestsSuite } from './requests.suite.ts';
import { interpreterStepsSuite } from './steps.suite.ts';
import { interpreterTasksSuite } from './tasks.suite.ts';

/** All suites of the code-interpreter example. */
export const codeInterpreterSuites: readonly Suite[] = [
  interpreterRequestsSuite,
  interpreterTasksSuite,
  interpreterProgramsSuite,
  interpreterStepsSuite,
];
