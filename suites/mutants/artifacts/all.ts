import { gitMutants } from './git.mutants.ts';

/** Wrong servers of repositories. */
export const artifactsMutants = [...gitMutants];
