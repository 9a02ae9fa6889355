import { objectMutants } from './objects.mutants.ts';

/** Wrong servers of the object-storage example. */
export const objectStorageMutants = [...objectMutants];
