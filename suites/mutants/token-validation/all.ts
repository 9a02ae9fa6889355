import { keyMutants } from './keys.mutants.ts';

/** Wrong servers of token validation. */
export const tokenValidationMutants = [...keyMutants];
