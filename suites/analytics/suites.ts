import type { Suite } from '../harness/suite.ts';
import { analyticsEventsSuite } from './events.suite.ts';
import { analyticsQueriesSuite } from './queries.suite.ts';

/** Security events of zones over GraphQL. */
export const analyticsSuites: readonly Suite[] = [analyticsEventsSuite, analyticsQueriesSuite];
