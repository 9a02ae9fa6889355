import { edgeMutants } from './edge.mutants.ts';
import { keyMutants } from './keys.mutants.ts';
import { ruleMutants } from './rules.mutants.ts';

/** Wrong servers of token validation. */
export const tokenValidationMutants = [...keyMutants, ...ruleMutants, ...edgeMutants];
