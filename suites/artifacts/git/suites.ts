import type { Suite } from '../../harness/suite.ts';
import { gitAdvertisementSuite } from './advertisement.suite.ts';
import { gitFetchSuite } from './fetch.suite.ts';
import { gitOldFetchSuite } from './fetch-old.suite.ts';
import { gitFiltersSuite } from './filters.suite.ts';
import { gitListsSuite } from './ls-refs.suite.ts';
import { gitPushSuite } from './push.suite.ts';
import { gitPushChecksSuite } from './push-checks.suite.ts';
import { realGitSuite } from './real-git.suite.ts';
import { gitRefNamesSuite } from './ref-names.suite.ts';
import { gitRoundTripsSuite } from './round-trips.suite.ts';
import { gitShallowSuite } from './shallow.suite.ts';
import { gitPacketsSuite, gitTransportSuite } from './transport.suite.ts';

/** Suites for any Git server, with or without an API. */
export const gitSuites: readonly Suite[] = [
  gitTransportSuite,
  gitPacketsSuite,
  gitAdvertisementSuite,
  gitListsSuite,
  gitFetchSuite,
  gitOldFetchSuite,
  gitShallowSuite,
  gitFiltersSuite,
  gitPushSuite,
  gitPushChecksSuite,
  gitRefNamesSuite,
  gitRoundTripsSuite,
  realGitSuite,
];
