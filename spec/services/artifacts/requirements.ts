import { defineRequirements } from '../../requirement.ts';
import { artifactsBindingRequirements } from './requirements/binding.ts';
import { controlPlaneRequirements } from './requirements/control-plane.ts';
import { gitServiceRequirements } from './requirements/git.ts';
import { gitFetchRequirements } from './requirements/git-fetch.ts';
import { gitPushRequirements } from './requirements/git-push.ts';
import { gitTransportRequirements } from './requirements/git-transport.ts';
import { artifactsReadingRequirements } from './requirements/reading.ts';
import { artifactsSeedRequirements } from './requirements/seed.ts';
import { artifactsTokenRequirements } from './requirements/tokens.ts';

/** Repositories: control plane, repo-scoped tokens, Git access, binding. */
export const artifactsRequirements = defineRequirements([
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
