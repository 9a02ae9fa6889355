import type { Suite } from '../harness/suite.ts';
import { customHostnameEdgeSuite } from './edge.suite.ts';
import { customHostnamesSuite } from './hostnames.suite.ts';
import { customHostnameListsSuite } from './lists.suite.ts';
import { hostnameMetadataSuite } from './metadata.suite.ts';
import { customHostnameRefusalsSuite } from './refusals.suite.ts';

/** Hostnames of customers on a zone. */
export const customHostnamesSuites: readonly Suite[] = [
  customHostnameEdgeSuite,
  customHostnamesSuite,
  customHostnameListsSuite,
  hostnameMetadataSuite,
  customHostnameRefusalsSuite,
];
