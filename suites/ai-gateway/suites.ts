import type { Suite } from '../harness/suite.ts';
import { gatewayCacheSuite } from './cache.suite.ts';
import { customProvidersSuite } from './custom-providers.suite.ts';
import { datasetsSuite } from './datasets.suite.ts';
import { evaluationsSuite } from './evaluations.suite.ts';
import { fundsSuite } from './funds.suite.ts';
import { defaultGatewaySuite, gatewayAccessSuite, gatewayHostSuite } from './gateway-host.suite.ts';
import { gatewaySettingsSuite, providerConfigsSuite } from './gateway-settings.suite.ts';
import { gatewaysSuite } from './gateways.suite.ts';
import { dlpSuite, guardrailsSuite } from './guardrails.suite.ts';
import { gatewayHeadersSuite } from './headers.suite.ts';
import { gatewayLimitsSuite } from './limits.suite.ts';
import { logMetadataSuite, logsSuite } from './logs.suite.ts';
import { logFiltersSuite } from './logs-filters.suite.ts';
import { retriesSuite, timeoutsSuite } from './retries.suite.ts';
import { routesSuite } from './routes.suite.ts';
import { runRefusalsSuite } from './run-refusals.suite.ts';

/** Gateways: their settings, and what they do with the runs that pass them. */
export const aiGatewaySuites: readonly Suite[] = [
  gatewayCacheSuite,
  retriesSuite,
  timeoutsSuite,
  gatewayLimitsSuite,
  guardrailsSuite,
  gatewayHeadersSuite,
  dlpSuite,
  gatewayAccessSuite,
  customProvidersSuite,
  datasetsSuite,
  evaluationsSuite,
  fundsSuite,
  defaultGatewaySuite,
  gatewaySettingsSuite,
  gatewaysSuite,
  gatewayHostSuite,
  logsSuite,
  logFiltersSuite,
  logMetadataSuite,
  providerConfigsSuite,
  routesSuite,
  runRefusalsSuite,
];
