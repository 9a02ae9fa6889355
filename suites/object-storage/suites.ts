import type { Suite } from '../harness/suite.ts';
import { objectAuthorizationSuite } from './authorization.suite.ts';
import { conditionsSuite } from './conditions.suite.ts';
import { keysSuite } from './keys.suite.ts';
import { metadataSuite, objectBodiesSuite, objectMethodsSuite, objectsSuite } from './objects.suite.ts';
import { rangesSuite } from './ranges.suite.ts';

const suites: readonly Suite[] = [
  objectsSuite,
  metadataSuite,
  conditionsSuite,
  rangesSuite,
  keysSuite,
  objectAuthorizationSuite,
  objectMethodsSuite,
  objectBodiesSuite,
];

/**
 * All suites of the object-storage example, for any target that has it. A target may have only one key that tests can
 * read, so these tests run one at a time.
 */
export const objectStorageSuites: readonly Suite[] = suites.map(({ name, tests }) => ({
  name,
  tests: tests.map((test) => ({ ...test, exclusive: 'objects' })),
}));
