import { defineMutants } from './mutant.ts';
import { tokenValidationMutants } from './token-validation/all.ts';

/** Every wrong server. */
export const allMutants = defineMutants([...tokenValidationMutants]);
