// Code that compiles against the declarations may have fewer libraries.
/// <reference lib="esnext.disposable" preserve="true" />

import { artifactsLimits } from './limits.ts';
import type { ReadCommit, ReadTreeEntry, RepoStatus, TokenScope, TokenState } from './schemas.ts';

/**
 * The repository binding of Worker code: Cloudflare docs, Artifacts Workers binding. One binding is one namespace, and
 * none of its methods takes a token.
 */
export interface ArtifactsBinding {
  create(name: string, options?: CreateRepoOptions): Promise<CreatedArtifactsRepo>;
  /** An existing repository; `info` returns its data. */
  get(name: string): Promise<ArtifactsRepo>;
  import(request: ImportRequest): Promise<CreatedArtifactsRepo>;
  list(options?: {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  }): Promise<ArtifactsRepoList>;
  /** Whether the repository existed. */
  delete(name: string): Promise<boolean>;
}

/** One repository of the binding's namespace. */
export interface ArtifactsRepo {
  info(): Promise<ArtifactsRepoInfo>;
  /** @param ttl seconds; by default a day */
  createToken(scope?: TokenScope, ttl?: number): Promise<CreatedArtifactsToken>;
  /** The active ones, newest first. */
  listTokens(): Promise<{ readonly tokens: ArtifactsToken[]; readonly total: number }>;
  /** Whether this repository has such a token. */
  revokeToken(tokenOrId: string): Promise<boolean>;
  fork(name: string, options?: ForkOptions): Promise<CreatedArtifactsRepo>;
  readBlob(hash: string): Promise<Blob | null>;
  readTree(hash: string): Promise<ReadTreeEntry[] | null>;
  readCommit(hash: string): Promise<ReadCommit | null>;
  /** A file of a branch, a tag or a commit, with a type from its name or its bytes. */
  readFile(file: { readonly ref: string; readonly path: string }): Promise<Blob | null>;
  log(options?: LogOptions): Promise<ReadCommit[]>;
  [Symbol.dispose](): void;
}

interface CreateRepoOptions {
  readonly readOnly?: boolean | undefined;
  readonly description?: string | undefined;
  readonly setDefaultBranch?: string | undefined;
}

interface ForkOptions {
  readonly description?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly defaultBranchOnly?: boolean | undefined;
}

interface ImportRequest {
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

interface LogOptions {
  readonly ref?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** A created repository, with its first token, which is shown only once. */
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

/** A repository in a list, which has no remote. */
export type ListedArtifactsRepo = Omit<ArtifactsRepoInfo, 'remote'> & { readonly status: RepoStatus };

interface ArtifactsRepoList {
  readonly repos: ListedArtifactsRepo[];
  /** Repositories of the namespace. */
  readonly total: number;
  /** Present if there are more. */
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

/** Largest blob that a binding reads: the limit of a call between Workers (its use here is ours). */
export const bindingReadBytes = 33_554_432;

/** Codes of failures, by the names of a binding: Cloudflare docs, Artifacts errors. */
export const artifactsErrorCodes = {
  INVALID_INPUT: 10100,
  INVALID_REPO_NAME: 10101,
  INVALID_TTL: 10103,
  INVALID_URL: 10104,
  REMOTE_AUTH_REQUIRED: 10106,
  NOT_FOUND: 10200,
  ALREADY_EXISTS: 10201,
  IMPORT_IN_PROGRESS: 10302,
  FORK_IN_PROGRESS: 10303,
  INTERNAL_ERROR: 10400,
  UPSTREAM_UNAVAILABLE: 10401,
  MEMORY_LIMIT: 10402,
} as const;

export type ArtifactsErrorCode = keyof typeof artifactsErrorCodes;

interface BindingFailure {
  readonly code: ArtifactsErrorCode;
  /** `{name}` is a placeholder for a detail of the failure. */
  readonly message: string;
}

const invalid = (message: string): BindingFailure => ({ code: 'INVALID_INPUT', message });
const { ttl, page } = artifactsLimits;

/** Failures of calls of a binding: texts of the local simulator, unless marked as ours. */
export const bindingFailures = {
  'repo-unknown': { code: 'NOT_FOUND', message: 'Repository not found: {name}.' },
  'repo-exists': { code: 'ALREADY_EXISTS', message: 'repo already exists: {name}' },
  'repo-name': { code: 'INVALID_REPO_NAME', message: 'Invalid repo name.' },
  ttl: {
    code: 'INVALID_TTL',
    message: `Invalid TTL {ttl}: must be between ${ttl.min} and ${ttl.max} seconds.`,
  },
  hash: invalid('Invalid hash: expected a 40-character SHA-1 hex hash.'),
  'hash-missing': invalid('Invalid hash: hash required.'),
  'list-limit': invalid(`Invalid limit: must be between 1 and ${page.max}.`),
  'log-limit': invalid('Invalid limit: must be a positive integer.'),
  offset: invalid('Invalid offset: must be a non-negative integer.'),
  'ref-missing': invalid('Invalid ref: ref required.'),
  'path-missing': invalid('Invalid path: path required.'),
  url: invalid('Invalid source.url: must be a valid URL.'),
  'url-not-https': invalid('Invalid source.url: must be an HTTPS URL.'),
  depth: invalid('Invalid source.depth: must be a positive integer.'),
  token: invalid('Invalid tokenOrId: must be a token id or artifact token.'),
  /** Ours. */
  input: invalid('Invalid input: {problem}'),
  'remote-private': {
    code: 'REMOTE_AUTH_REQUIRED',
    message: 'Authentication is required to access the remote repository.',
  },
  'remote-branch-unknown': { code: 'NOT_FOUND', message: 'Remote branch not found.' },
  'remote-unknown': { code: 'NOT_FOUND', message: 'Remote repository not found.' },
  'no-repository': { code: 'INVALID_URL', message: 'The URL does not point to a git repository.' },
  /** Ours, both. */
  importing: { code: 'IMPORT_IN_PROGRESS', message: 'The repository is being imported. Please retry.' },
  forking: { code: 'FORK_IN_PROGRESS', message: 'The repository is being forked. Please retry.' },
  unavailable: {
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'The upstream service is unavailable. Please retry.',
  },
  'too-large': { code: 'MEMORY_LIMIT', message: 'The object is too large to read through the binding.' },
  /** Ours: the binding does not read an import in progress. */
  'remote-too-large': { code: 'MEMORY_LIMIT', message: 'The remote repository is too large.' },
  internal: { code: 'INTERNAL_ERROR', message: 'An internal error occurred.' },
} as const satisfies Readonly<Record<string, BindingFailure>>;

export type BindingFailureName = keyof typeof bindingFailures;
