import type { Suite } from '../harness/suite.ts';
import { authenticationSuite } from './authentication.suite.ts';
import { bodiesSuite, headersSuite } from './bodies.suite.ts';
import { boundSuites } from './bounds.suite.ts';
import { envelopeSuite } from './envelope.suite.ts';
import { negativeCasesSuite } from './negative-cases.suite.ts';
import { pagesSuite } from './pages.suite.ts';
import { routingSuite } from './routing.suite.ts';

/** What all operations share, and the bounds of the contract. */
export const v4Suites: readonly Suite[] = [
  authenticationSuite,
  bodiesSuite,
  envelopeSuite,
  headersSuite,
  negativeCasesSuite,
  pagesSuite,
  routingSuite,
  ...boundSuites,
];
