import type { Suite } from './harness/suite.ts';
import { configurationLifecycleSuite } from './token-validation/configuration-lifecycle.suite.ts';
import { configurationsSuite } from './token-validation/configurations.suite.ts';
import { credentialsSuite } from './token-validation/credentials.suite.ts';
import { keyNormalisationSuite } from './token-validation/key-normalisation.suite.ts';
import { keysSuite } from './token-validation/keys.suite.ts';
import { limitsSuite } from './token-validation/limits.suite.ts';
import { listsSuite } from './token-validation/lists.suite.ts';
import { sourcesSuite } from './token-validation/sources.suite.ts';

/** Every suite, in the order in which they run. */
export const allSuites: readonly Suite[] = [
  configurationLifecycleSuite,
  configurationsSuite,
  credentialsSuite,
  keyNormalisationSuite,
  keysSuite,
  limitsSuite,
  listsSuite,
  sourcesSuite,
];
