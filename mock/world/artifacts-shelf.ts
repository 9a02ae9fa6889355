import type { Jurisdiction, RepoStatus, TokenScope } from '../../spec/services/artifacts/schemas.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';

const namespaces: CollectionKind<StoredNamespace> = { id: ({ key }) => key };
const repositories: CollectionKind<StoredRepository> = { ...byId, key: repositoryKey };
const tokens: CollectionKind<StoredRepositoryToken> = { ...byId, key: ({ hash }) => hash };
const deleted: CollectionKind<DeletedRepository> = { id: ({ key }) => key };

/** Namespaces, repositories and tokens of an account; what the repositories hold is kept by Git. */
export class ArtifactsShelf {
  /** By their keys. */
  readonly namespaces = new Collection(namespaces);
  readonly repositories = new Collection(repositories);
  readonly tokens = new Collection(tokens);
  /** By the keys that they had. */
  readonly deleted = new Collection(deleted);
  #sequence: number | undefined;

  /** A number that is larger than those of all records. */
  nextSequence(): number {
    // Records without a number from here are those that were kept, and are there before all others.
    this.#sequence ??= [...this.namespaces.list(), ...this.repositories.list()].reduce(
      (largest, { sequence }) => Math.max(largest, sequence),
      0,
    );
    return ++this.#sequence;
  }

  /** The repository of these keys. */
  repository(namespace: string, key: string): StoredRepository | undefined {
    return this.repositories.byKey(repositoryKey({ namespace, key }));
  }

  getRepositories(namespace: string): StoredRepository[] {
    return this.repositories.list().filter((repository) => repository.namespace === namespace);
  }

  getTokens(repositoryId: string): StoredRepositoryToken[] {
    return this.tokens.list().filter((token) => token.repositoryId === repositoryId);
  }

  /** A function that puts everything back to how it is now. */
  snapshot(): () => void {
    const { namespaces, repositories, tokens, deleted } = this;
    const restores = [namespaces, repositories, tokens, deleted].map((records) => records.snapshot());
    return () => {
      for (const restore of restores) restore();
    };
  }
}

/** A namespace of repositories as it is kept; times are milliseconds since the epoch in all of these records. */
export interface StoredNamespace {
  /** The name in lower case, by which it is told apart. */
  readonly key: string;
  /** With the spelling it was given. */
  readonly name: string;
  readonly jurisdiction: Jurisdiction;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows from one to the next, as several are made in the same millisecond. */
  readonly sequence: number;
}

/** What is known of a repository beside what Git keeps of it. */
export interface StoredRepository {
  readonly id: string;
  /** Key of its namespace. */
  readonly namespace: string;
  /** The name in lower case, by which it is told apart in its namespace. */
  readonly key: string;
  /** With the spelling it was given. */
  readonly name: string;
  readonly description: string | null;
  readonly defaultBranch: string;
  readonly readOnly: boolean;
  /** What it was forked or imported from. */
  readonly source: string | null;
  /** One that is not `ready` is on its way, and is neither served nor kept. */
  readonly status: RepoStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sequence: number;
}

/** A token of a repository; its text is nowhere. */
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

/** A repository that is no more, remembered for a while. */
export interface DeletedRepository {
  readonly id: string;
  /** See {@link repositoryKey}. */
  readonly key: string;
  readonly at: number;
}

/** What tells a repository apart in its account. */
export function repositoryKey({ namespace, key }: Pick<StoredRepository, 'namespace' | 'key'>): string {
  return `${namespace}/${key}`;
}
