import { claimMutants } from './claims.mutants.ts';
import { configurationMutants } from './configuration.mutants.ts';

/** Wrong servers of rulesets. */
export const rulesetsMutants = [...configurationMutants, ...claimMutants];
