import type { World } from '../../world/world.ts';
import type { ArtifactsParts, ImportOptions } from './artifacts-parts.ts';
import { RecordKeeper, type RepositoryHost, RepositoryRegistry } from './repository-registry.ts';

export { createGitPlane, type GitPlane } from './git-plane/git-plane.ts';

/** The parts of the service in a world, whose snapshots and resets repositories follow from here on. */
export function createArtifactsParts(
  world: World,
  host: RepositoryHost | undefined,
  imports: ImportOptions = {},
): ArtifactsParts {
  const keeper = new RecordKeeper(world, host);
  const registry = new RepositoryRegistry(world, keeper, host);
  world.join(registry);
  return { world, keeper, registry, imports };
}
