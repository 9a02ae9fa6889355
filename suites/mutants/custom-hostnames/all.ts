import { metadataMutants } from './metadata.mutants.ts';

/** Wrong servers of custom hostnames. */
export const customHostnamesMutants = [...metadataMutants];
