import { artifactsLimits } from './limits.ts';

/** Codes of failures by the names that a binding has for them: fact sheet artifacts, section 5. */
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
  /** `{name}` stands for a detail given when it is thrown. */
  readonly message: string;
}

const invalid = (message: string): BindingFailure => ({ code: 'INVALID_INPUT', message });
const { ttl, page } = artifactsLimits;

/** What calls of a binding fail with: texts of the local simulator, section 11, unless they are marked as ours. */
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
  /** Ours: what is imported is not read through the binding. */
  'remote-too-large': { code: 'MEMORY_LIMIT', message: 'The remote repository is too large.' },
  internal: { code: 'INTERNAL_ERROR', message: 'An internal error occurred.' },
} as const satisfies Readonly<Record<string, BindingFailure>>;

export type BindingFailureName = keyof typeof bindingFailures;
