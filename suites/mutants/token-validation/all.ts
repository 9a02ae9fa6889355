import { configurationBodyMutants, configurationMutants } from './configurations.mutants.ts';
import { edgeMutants } from './edge.mutants.ts';
import { edgeSourceMutants } from './edge-sources.mutants.ts';
import { keyMutants } from './keys.mutants.ts';
import { ruleMutants } from './rules.mutants.ts';
import { sourceMutants } from './sources.mutants.ts';

/** Wrong servers of token validation. */
export const tokenValidationMutants = [
  ...configurationMutants,
  ...configurationBodyMutants,
  ...sourceMutants,
  ...edgeSourceMutants,
  ...keyMutants,
  ...ruleMutants,
  ...edgeMutants,
];
