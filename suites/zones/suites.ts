import type { Suite } from '../harness/suite.ts';
import { zoneListsSuite } from './lists.suite.ts';
import { zonesSuite } from './zones.suite.ts';

/** Zones. */
export const zonesSuites: readonly Suite[] = [zoneListsSuite, zonesSuite];
