import { defineRequirements } from '../../requirement.ts';
import { configurationRequirements } from './requirements/configurations.ts';
import { credentialsRequirements } from './requirements/credentials.ts';
import { edgeRequirements } from './requirements/edge.ts';
import { expressionRequirements } from './requirements/expressions.ts';
import { keyRequirements } from './requirements/keys.ts';
import { ruleRequirements } from './requirements/rules.ts';
import { selectorRequirements } from './requirements/selectors.ts';
import { sourceRequirements } from './requirements/sources.ts';

/** Everything that the token validation service promises. */
export const tokenValidationRequirements = defineRequirements([
  ...configurationRequirements,
  ...sourceRequirements,
  ...keyRequirements,
  ...credentialsRequirements,
  ...ruleRequirements,
  ...expressionRequirements,
  ...selectorRequirements,
  ...edgeRequirements,
]);
