import { defineRequirements } from '../../requirement.ts';
import { configurationRequirements, sourceRequirements } from './requirements/configurations.ts';
import { edgeRequirements } from './requirements/edge.ts';
import { credentialsRequirements, keyRequirements } from './requirements/keys.ts';
import { ruleRequirements } from './requirements/rules.ts';
import { expressionRequirements, selectorRequirements } from './requirements/selectors.ts';

/** All requirements of the token validation service. */
export const requirements = defineRequirements([
  ...configurationRequirements,
  ...sourceRequirements,
  ...keyRequirements,
  ...credentialsRequirements,
  ...ruleRequirements,
  ...expressionRequirements,
  ...selectorRequirements,
  ...edgeRequirements,
]);
