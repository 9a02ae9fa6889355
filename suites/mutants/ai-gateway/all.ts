import { cacheMutants } from './cache.mutants.ts';

/** Wrong servers of the gateway of models. */
export const aiGatewayMutants = [...cacheMutants];
