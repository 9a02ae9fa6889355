import type { Suite } from '../harness/suite.ts';
import { userTokensSuite } from './tokens.suite.ts';

/** The credential of the request. */
export const userSuites: readonly Suite[] = [userTokensSuite];
