import type { Suite } from '../harness/suite.ts';
import { createdTokensSuite } from './created-tokens.suite.ts';
import { userTokensSuite } from './tokens.suite.ts';

/** Credentials, and what is around them. */
export const userSuites: readonly Suite[] = [userTokensSuite, createdTokensSuite];
