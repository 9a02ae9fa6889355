import { cacheMutants } from './cache.mutants.ts';
import { configurationMutants } from './configuration.mutants.ts';
import { customProviderMutants } from './custom-providers.mutants.ts';
import { fundsMutants } from './funds.mutants.ts';
import { guardrailMutants } from './guardrails.mutants.ts';
import { measuringMutants } from './measuring.mutants.ts';
import { passageMutants } from './passage.mutants.ts';
import { retryMutants } from './retries.mutants.ts';

/** Wrong servers of the gateway of models. */
export const aiGatewayMutants = [
  ...cacheMutants,
  ...configurationMutants,
  ...customProviderMutants,
  ...fundsMutants,
  ...guardrailMutants,
  ...measuringMutants,
  ...passageMutants,
  ...retryMutants,
];
