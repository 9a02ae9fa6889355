import type { Suite } from '../harness/suite.ts';
import { settingPlansSuite } from './plans.suite.ts';
import { settingsSuite } from './settings.suite.ts';

/** Settings of a zone. */
export const settingsSuites: readonly Suite[] = [settingPlansSuite, settingsSuite];
