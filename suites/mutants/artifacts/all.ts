import { accessMutants } from './access.mutants.ts';
import { repositoryBindingMutants } from './binding.mutants.ts';
import { gitMutants } from './git.mutants.ts';
import { repositoryMutants } from './repositories.mutants.ts';

/** Wrong servers of repositories. */
export const artifactsMutants = [
  ...repositoryMutants,
  ...gitMutants,
  ...accessMutants,
  ...repositoryBindingMutants,
];
