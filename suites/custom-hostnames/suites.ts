import type { Suite } from '../harness/suite.ts';
import { customHostnamesSuite } from './hostnames.suite.ts';
import { customHostnameListsSuite } from './lists.suite.ts';
import { customHostnameEdgeSuite, hostnameMetadataSuite } from './metadata.suite.ts';
import { customHostnameRefusalsSuite } from './refusals.suite.ts';

/** Hostnames of customers on a zone. */
export const customHostnamesSuites: readonly Suite[] = [
  customHostnameEdgeSuite,
  customHostnamesSuite,
  customHostnameListsSuite,
  hostnameMetadataSuite,
  customHostnameRefusalsSuite,
];
