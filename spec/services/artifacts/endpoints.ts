import { namespaceEndpoints } from './endpoints/namespaces.ts';
import { readingEndpoints } from './endpoints/reading.ts';
import { repoEndpoints } from './endpoints/repos.ts';
import { tokenEndpoints } from './endpoints/tokens.ts';

/** The control plane of repositories, by operation id. */
export const artifactsEndpoints = {
  ...namespaceEndpoints,
  ...repoEndpoints,
  ...tokenEndpoints,
  ...readingEndpoints,
} as const;
