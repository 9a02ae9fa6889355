// Whoever compiles against the declarations may have named fewer libraries.
/// <reference lib="esnext.disposable" preserve="true" />
import type { ReadCommit, ReadTreeEntry, RepoStatus, TokenScope, TokenState } from './schemas.ts';

/**
 * What Worker code gets as a binding of repositories: fact sheet artifacts, section 11. One binding is one namespace,
 * and nothing of it takes a token.
 */
export interface ArtifactsBinding {
  create(name: string, options?: CreateRepoOptions): Promise<CreatedArtifactsRepo>;
  /** A repository that is there; what is known of it is asked for with `info`. */
  get(name: string): Promise<ArtifactsRepo>;
  import(request: ImportRequest): Promise<CreatedArtifactsRepo>;
  list(options?: {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  }): Promise<ArtifactsRepoList>;
  /** Whether there was one to delete. */
  delete(name: string): Promise<boolean>;
}

/** One repository of the binding's namespace. */
export interface ArtifactsRepo {
  info(): Promise<ArtifactsRepoInfo>;
  /** @param ttl seconds; a day where left out */
  createToken(scope?: TokenScope, ttl?: number): Promise<CreatedArtifactsToken>;
  /** The active ones, newest first. */
  listTokens(): Promise<{ readonly tokens: ArtifactsToken[]; readonly total: number }>;
  /** Whether this repository has such a token. */
  revokeToken(tokenOrId: string): Promise<boolean>;
  fork(name: string, options?: ForkOptions): Promise<CreatedArtifactsRepo>;
  readBlob(hash: string): Promise<Blob | null>;
  readTree(hash: string): Promise<ReadTreeEntry[] | null>;
  readCommit(hash: string): Promise<ReadCommit | null>;
  /** A file of a branch, a tag or a commit, with a type that its name or its bytes tell. */
  readFile(file: { readonly ref: string; readonly path: string }): Promise<Blob | null>;
  log(options?: LogOptions): Promise<ReadCommit[]>;
  [Symbol.dispose](): void;
}

export interface CreateRepoOptions {
  readonly readOnly?: boolean | undefined;
  readonly description?: string | undefined;
  readonly setDefaultBranch?: string | undefined;
}

export interface ForkOptions {
  readonly description?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly defaultBranchOnly?: boolean | undefined;
}

export interface ImportRequest {
  readonly source: {
    readonly url: string;
    readonly branch?: string | undefined;
    readonly depth?: number | undefined;
  };
  readonly target: {
    readonly name: string;
    readonly opts?: Pick<CreateRepoOptions, 'description' | 'readOnly'> | undefined;
  };
}

export interface LogOptions {
  readonly ref?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** A repository that was made, with the only sight of its first token. */
export interface CreatedArtifactsRepo {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly defaultBranch: string;
  readonly remote: string;
  readonly token: string;
}

export interface ArtifactsRepoInfo {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly defaultBranch: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastPushAt: string | null;
  readonly source: string | null;
  readonly readOnly: boolean;
  readonly remote: string;
}

/** A repository in a list, which does not say where it is reached. */
export type ListedArtifactsRepo = Omit<ArtifactsRepoInfo, 'remote'> & { readonly status: RepoStatus };

export interface ArtifactsRepoList {
  readonly repos: ListedArtifactsRepo[];
  /** Repositories of the namespace. */
  readonly total: number;
  /** Where there are more. */
  readonly cursor?: string;
}

export interface CreatedArtifactsToken {
  readonly id: string;
  readonly plaintext: string;
  readonly scope: TokenScope;
  readonly expiresAt: string;
}

export interface ArtifactsToken {
  readonly id: string;
  readonly scope: TokenScope;
  readonly state: TokenState;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Bytes of a blob that is read through a binding: the most that a call between Workers carries (the use of it is ours). */
export const bindingReadBytes = 33_554_432;
