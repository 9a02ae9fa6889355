import type { Suite } from './harness/suite.ts';
import { configurationsSuite } from './token-validation/configurations.suite.ts';
import { negativeCasesSuite } from './v4/negative-cases.suite.ts';

/** Every suite, in the order in which they run. */
export const allSuites: readonly Suite[] = [configurationsSuite, negativeCasesSuite];
