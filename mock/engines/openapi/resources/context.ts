import type { Places } from './places.ts';
import type { Resource, Role } from './resource.ts';

/** What is known while the roles of a document are inferred. */
export interface Context {
  readonly places: Places;
  readonly roles: Map<string, Role>;
  /** The resource whose records are above a path. */
  parentOf(key: string): Resource | undefined;
}
