import { boundMutants } from './bounds.ts';
import { defineMutants, type Mutant } from './mutant.ts';
import { readFolder } from './read-folder.ts';

/** Every wrong server: those written by hand, and those for the bounds of the contract. */
export const allMutants = defineMutants([
  ...(await readFolder<Mutant>(import.meta.dirname, '*/*.mutants.ts')),
  ...boundMutants,
]);
