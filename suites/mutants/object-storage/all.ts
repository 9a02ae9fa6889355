import { authorizationMutants } from './authorization.mutants.ts';
import { bucketBindingMutants } from './binding.mutants.ts';
import { conditionMutants } from './conditions.mutants.ts';
import { objectMutants } from './objects.mutants.ts';

/** Wrong servers of the object-storage example. */
export const objectStorageMutants = [
  ...objectMutants,
  ...conditionMutants,
  ...authorizationMutants,
  ...bucketBindingMutants,
];
