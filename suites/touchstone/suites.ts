import type { Suite } from '../harness/suite.ts';
import { clockSuite } from './clock.suite.ts';
import { eventStreamSuite, securityEventsSuite, webhooksSuite } from './events.suite.ts';
import { faultsSuite } from './faults.suite.ts';
import { gatewayConditionsSuite } from './gateway-conditions.suite.ts';
import { infoSuite, resetSuite, seedSuite, snapshotsSuite } from './info.suite.ts';
import { journalSuite } from './journal.suite.ts';
import { journalReadingSuite } from './journal-reading.suite.ts';
import { journalReplaySuite } from './journal-replay.suite.ts';
import { modelRepliesSuite } from './model-replies.suite.ts';
import { modelReplyTimingSuite } from './model-reply-timing.suite.ts';
import { objectsSuite } from './objects.suite.ts';
import { renderingsSuite } from './renderings.suite.ts';
import { tenantsSuite } from './tenants.suite.ts';
import { zoneRequestsSuite } from './zone-requests.suite.ts';

/** The admin API of this project's own server. */
export const touchstoneSuites: readonly Suite[] = [
  clockSuite,
  eventStreamSuite,
  securityEventsSuite,
  infoSuite,
  journalSuite,
  journalReadingSuite,
  journalReplaySuite,
  gatewayConditionsSuite,
  modelRepliesSuite,
  modelReplyTimingSuite,
  objectsSuite,
  renderingsSuite,
  resetSuite,
  faultsSuite,
  seedSuite,
  snapshotsSuite,
  tenantsSuite,
  webhooksSuite,
  zoneRequestsSuite,
];
