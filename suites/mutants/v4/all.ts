import { accessMutants } from './access.mutants.ts';
import { envelopeMutants } from './envelope.mutants.ts';

/** Wrong servers of what all services have in common. */
export const v4Mutants = [...envelopeMutants, ...accessMutants];
