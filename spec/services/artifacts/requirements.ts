import { defineRequirements } from '../../requirement.ts';
import {
  artifactsBindingRequirements,
  artifactsReadingRequirements,
  artifactsTokenRequirements,
  controlPlaneRequirements,
} from './requirements/control-plane.ts';
import { gitPushRequirements } from './requirements/git-push.ts';
import {
  gitFetchRequirements,
  gitServiceRequirements,
  gitTransportRequirements,
} from './requirements/git-transport.ts';
import { artifactsSeedRequirements } from './requirements/seed.ts';

/** Repositories: control plane, repo-scoped tokens, Git access, binding. */
export const requirements = defineRequirements([
  ...artifactsSeedRequirements,
  ...controlPlaneRequirements,
  ...artifactsTokenRequirements,
  ...artifactsReadingRequirements,
  ...artifactsBindingRequirements,
  ...gitServiceRequirements,
  ...gitTransportRequirements,
  ...gitFetchRequirements,
  ...gitPushRequirements,
]);
