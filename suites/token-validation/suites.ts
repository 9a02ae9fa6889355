import type { Suite } from '../harness/suite.ts';
import { configurationLifecycleSuite, configurationsSuite } from './configurations.suite.ts';
import { credentialsSuite } from './credentials.suite.ts';
import { edgeChangesSuite, edgeOperationsSuite } from './edge-changes.suite.ts';
import { edgeExpressionsSuite } from './edge-expressions.suite.ts';
import { edgeForgeriesSuite, edgeTokenFormSuite } from './edge-forgeries.suite.ts';
import { edgeKeysSuite } from './edge-keys.suite.ts';
import { edgeSelectorsSuite } from './edge-selectors.suite.ts';
import { edgeSourcesSuite } from './edge-sources.suite.ts';
import { edgeTimesSuite } from './edge-times.suite.ts';
import { eventsSuite } from './events.suite.ts';
import { jwtVectorsSuite } from './jwt-vectors.suite.ts';
import { keyNormalisationSuite } from './key-normalisation.suite.ts';
import { keysSuite } from './keys.suite.ts';
import { limitsSuite, listsSuite } from './lists.suite.ts';
import { previewFiltersSuite } from './preview-filters.suite.ts';
import { previewsSuite } from './previews.suite.ts';
import { ruleChangesSuite } from './rule-changes.suite.ts';
import { ruleOrderSuite } from './rule-order.suite.ts';
import { ruleLifecycleSuite, rulesSuite } from './rules.suite.ts';
import { ruleExpressionsSuite, selectorsSuite } from './selectors.suite.ts';
import { sourcesSuite } from './sources.suite.ts';

/** Token configurations and rules, and what they do with traffic. */
export const tokenValidationSuites: readonly Suite[] = [
  configurationLifecycleSuite,
  configurationsSuite,
  credentialsSuite,
  edgeChangesSuite,
  edgeExpressionsSuite,
  edgeForgeriesSuite,
  edgeKeysSuite,
  edgeOperationsSuite,
  edgeSelectorsSuite,
  edgeSourcesSuite,
  edgeTimesSuite,
  edgeTokenFormSuite,
  eventsSuite,
  jwtVectorsSuite,
  keyNormalisationSuite,
  keysSuite,
  limitsSuite,
  listsSuite,
  previewFiltersSuite,
  previewsSuite,
  ruleChangesSuite,
  ruleExpressionsSuite,
  ruleLifecycleSuite,
  ruleOrderSuite,
  rulesSuite,
  selectorsSuite,
  sourcesSuite,
];
