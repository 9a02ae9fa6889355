import type { Jurisdiction, RepoStatus, TokenScope } from '../../spec/services/artifacts/schemas.ts';

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
