import type { World } from '../../world/world.ts';
import type { ArtifactsParts, ImportOptions } from './artifacts-parts.ts';
import { type RepositoryHost, RepositoryRegistry } from './repository-registry.ts';

export { createGitPlane, type GitPlane } from './git-plane/git-plane.ts';

/** Adds the service's parts to a world; from then on repositories follow its snapshots and resets. */
export function createArtifactsParts(
  world: World,
  host: RepositoryHost | undefined,
  imports: ImportOptions = {},
): ArtifactsParts {
  const registry = new RepositoryRegistry(world, host);
  world.join(registry);
  return { world, registry, imports };
}
