import type { World } from '../../world/world.ts';
import type { RecordKeeper } from './record-keeper.ts';
import type { RepositoryRegistry } from './repository-registry.ts';

/** How repositories of other servers are reached. */
export interface ImportOptions {
  /** By default the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Lets `http:` URLs of this machine through; by default a URL has to be `https:`. */
  readonly plainHttp?: boolean | undefined;
}

/** What the rules of repositories work with, whoever asks: the REST API, a binding, or Git. */
export interface ArtifactsParts {
  readonly world: World;
  readonly keeper: RecordKeeper;
  readonly registry: RepositoryRegistry;
  readonly imports: ImportOptions;
}
