import {
  type DeletedRepository,
  repositoryKey,
  type StoredNamespace,
  type StoredRepository,
  type StoredRepositoryToken,
} from './artifacts-records.ts';
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

  repositoriesOf(namespace: string): StoredRepository[] {
    return this.repositories.list().filter((repository) => repository.namespace === namespace);
  }

  tokensOf(repositoryId: string): StoredRepositoryToken[] {
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
