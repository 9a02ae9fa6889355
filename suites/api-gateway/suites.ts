import type { Suite } from '../harness/suite.ts';
import { normalisationSuite, operationListsSuite } from './lists.suite.ts';
import { operationsSuite } from './operations.suite.ts';

/** Saved operations of a zone. */
export const apiGatewaySuites: readonly Suite[] = [operationListsSuite, normalisationSuite, operationsSuite];
