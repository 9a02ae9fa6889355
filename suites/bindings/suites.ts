import type { Suite } from '../harness/suite.ts';
import { bucketBindingSuite, modelBindingSuite } from './buckets.suite.ts';
import { repositoryBindingSuite } from './repositories.suite.ts';

/** All suites of the bindings in a Worker's `env`. */
export const bindingSuites: readonly Suite[] = [
  repositoryBindingSuite,
  bucketBindingSuite,
  modelBindingSuite,
];
