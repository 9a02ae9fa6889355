import type { Suite } from '../harness/suite.ts';
import { filesSuite } from './files.suite.ts';
import { queriesSuite } from './queries.suite.ts';

/** The suites of D1, in the order in which they run. */
export const d1Suites: readonly Suite[] = [queriesSuite, filesSuite];
