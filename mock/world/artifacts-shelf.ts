import type { Jurisdiction, RepoStatus, TokenScope } from '../../spec/services/artifacts/schemas.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';
import type { Change } from './state/change.ts';
import { type ChangeLog, type KeptPart, keptParts } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

const namespaces: CollectionKind<StoredNamespace> = { id: ({ key }) => key };
/** A repository that was still being created when a server ended does not exist after its restart. */
const repositories: CollectionKind<StoredRepository> = {
  ...byId,
  key: repositoryKey,
  json: {
    write: (repository) => repository,
    read: (repository: StoredRepository) => (repository.status === 'ready' ? repository : undefined),
  },
};
const tokens: CollectionKind<StoredRepositoryToken> = { ...byId, key: ({ hash }) => hash };
const deleted: CollectionKind<DeletedRepository> = { id: ({ key }) => key };

/** Namespaces, repositories and tokens of an account; Git keeps the contents of repositories. */
export class ArtifactsShelf implements KeptPart {
  /** By key. */
  readonly namespaces = new Collection(namespaces);
  readonly repositories = new Collection(repositories);
  readonly tokens = new Collection(tokens);
  /** By former key. */
  readonly deleted = new Collection(deleted);
  readonly #parts = {
    namespaces: this.namespaces,
    repositories: this.repositories,
    tokens: this.tokens,
    deleted: this.deleted,
  };
  #sequence: number | undefined;

  /** Returns a number larger than that of any record. */
  nextSequence(): number {
    // Kept records are added without this method, before any other.
    this.#sequence ??= [...this.namespaces.list(), ...this.repositories.list()].reduce(
      (largest, { sequence }) => Math.max(largest, sequence),
      0,
    );
    return ++this.#sequence;
  }

  /** Returns a repository by its keys. */
  repository(namespace: string, key: string): StoredRepository | undefined {
    return this.repositories.byKey(repositoryKey({ namespace, key }));
  }

  getRepositories(namespace: string): StoredRepository[] {
    return this.repositories.list().filter((repository) => repository.namespace === namespace);
  }

  getTokens(repositoryId: string): StoredRepositoryToken[] {
    return this.tokens.list().filter((token) => token.repositoryId === repositoryId);
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const restores = Object.values(this.#parts).map((records) => records.snapshot());
    return () => {
      for (const restore of restores) restore();
    };
  }

  keepIn(log: ChangeLog): void {
    keptParts(this.#parts).keepIn(log);
  }

  changes(path: string): Iterable<Change> {
    return keptParts(this.#parts).changes(path);
  }

  load(kept: KeptNode): void {
    keptParts(this.#parts).load(kept);
  }
}

/** A stored namespace; times in all of these records are milliseconds since the epoch. */
export interface StoredNamespace {
  /** The name in lower case, which is unique. */
  readonly key: string;
  /** The name as given. */
  readonly name: string;
  readonly jurisdiction: Jurisdiction;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with each record, as several may be created in the same millisecond. */
  readonly sequence: number;
}

/** The record of a repository, without the contents that Git keeps. */
export interface StoredRepository {
  readonly id: string;
  /** Key of its namespace. */
  readonly namespace: string;
  /** The name in lower case, which is unique in its namespace. */
  readonly key: string;
  /** The name as given. */
  readonly name: string;
  readonly description: string | null;
  readonly defaultBranch: string;
  readonly readOnly: boolean;
  /** The origin of a fork or an import. */
  readonly source: string | null;
  /** A repository that is not `ready` is still being created: it is neither served nor saved. */
  readonly status: RepoStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sequence: number;
}

/** A token of a repository, without its text. */
export interface StoredRepositoryToken {
  readonly id: string;
  readonly repositoryId: string;
  /** SHA-256 of its secret, in hexadecimal digits. */
  readonly hash: string;
  readonly scope: TokenScope;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revoked: boolean;
}

/** A deleted repository, remembered for a while. */
export interface DeletedRepository {
  readonly id: string;
  /** See {@link repositoryKey}. */
  readonly key: string;
  readonly at: number;
}

/** The key of a repository, unique in its account. */
export function repositoryKey({ namespace, key }: Pick<StoredRepository, 'namespace' | 'key'>): string {
  return `${namespace}/${key}`;
}
