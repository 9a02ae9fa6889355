import type { Suite } from '../harness/suite.ts';
import { objectAuthorizationSuite } from './authorization.suite.ts';
import { objectBodiesSuite } from './bodies.suite.ts';
import { conditionsSuite } from './conditions.suite.ts';
import { keysSuite } from './keys.suite.ts';
import { metadataSuite } from './metadata.suite.ts';
import { objectMethodsSuite } from './methods.suite.ts';
import { objectsSuite } from './objects.suite.ts';
import { rangesSuite } from './ranges.suite.ts';

/** All suites of the object-storage example, for any target that has it. */
export const objectStorageSuites: readonly Suite[] = [
  objectsSuite,
  metadataSuite,
  conditionsSuite,
  rangesSuite,
  keysSuite,
  objectAuthorizationSuite,
  objectMethodsSuite,
  objectBodiesSuite,
];
