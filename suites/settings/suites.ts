import type { Suite } from '../harness/suite.ts';
import { settingPlansSuite, settingsSuite } from './settings.suite.ts';

/** Settings of a zone. */
export const settingsSuites: readonly Suite[] = [settingPlansSuite, settingsSuite];
