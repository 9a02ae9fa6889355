import type { Suite } from '../harness/suite.ts';
import { rulesetActionsSuite } from './actions.suite.ts';
import { configurationRulesSuite, seedRulesSuite } from './configuration-rules.suite.ts';
import { dryRunSuite } from './dry-run.suite.ts';
import { entrypointsSuite, rulesetListsSuite, rulesetVersionsSuite } from './entrypoints.suite.ts';
import { expressionsEdgeSuite, expressionsRefusedSuite } from './expressions.suite.ts';
import { rulePositionsSuite, rulesetRulesSuite } from './positions.suite.ts';
import { rulesetRefusalsSuite } from './refusals.suite.ts';
import { rulesetResourcesSuite } from './resources.suite.ts';
import { wafActionsSuite } from './waf-actions.suite.ts';
import { wafClaimsSuite } from './waf-claims.suite.ts';
import { wafEventsSuite, wafSettingsSuite, wafSignalsSuite } from './waf-events.suite.ts';
import { wafScopesSuite } from './waf-scopes.suite.ts';

/** Rulesets, the rules language, and what rules do with traffic. */
export const rulesetsSuites: readonly Suite[] = [
  rulesetActionsSuite,
  configurationRulesSuite,
  dryRunSuite,
  entrypointsSuite,
  expressionsEdgeSuite,
  expressionsRefusedSuite,
  rulesetListsSuite,
  rulePositionsSuite,
  rulesetRefusalsSuite,
  rulesetResourcesSuite,
  rulesetRulesSuite,
  seedRulesSuite,
  rulesetVersionsSuite,
  wafActionsSuite,
  wafClaimsSuite,
  wafEventsSuite,
  wafScopesSuite,
  wafSettingsSuite,
  wafSignalsSuite,
];
