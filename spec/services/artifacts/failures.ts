import { defineFailures } from '../../failure.ts';
import { artifactsLimits, repoNamePattern } from './limits.ts';

const observed = { certainty: 'observed', wording: 'observed' } as const;
/** Its code is documented; the status is inferred, and the text is that of the local simulator. */
const documented = { certainty: 'documented', wording: 'documented' } as const;
const inferred = { certainty: 'inferred', wording: 'invented' } as const;

const { min, max } = artifactsLimits.ttl;

const invalid = (message: string) => ({ status: 400, code: 10100, message, ...observed }) as const;
const unknown = (message: string) => ({ status: 404, code: 10200, message, ...observed }) as const;
const exists = (message: string) => ({ status: 409, code: 10201, message, ...observed }) as const;

/** Failures of the control plane of repositories: fact sheet artifacts, section 5. */
export const artifactsFailures = defineFailures({
  'artifacts-invalid': invalid('{problem}'),
  'artifacts-namespace-invalid': invalid('Invalid namespace name'),
  'artifacts-hash-invalid': invalid('Invalid SHA-1 hash'),
  'artifacts-url-not-https': invalid('Must be an HTTPS URL'),
  'artifacts-repo-name-invalid': {
    status: 400,
    code: 10101,
    message: `Invalid repo name: must match ${repoNamePattern}`,
    // That a creation without a name is refused is in the seed.
    certainty: 'seed',
    wording: 'observed',
  },
  'artifacts-ttl-invalid': {
    status: 400,
    code: 10103,
    message: `ttl must be between ${min} and ${max} seconds`,
    ...observed,
  },
  'artifacts-url-invalid': {
    status: 400,
    code: 10104,
    message: 'url must be an HTTPS git remote URL (e.g. https://github.com/owner/repo)',
    ...observed,
  },
  'artifacts-remote-private': {
    status: 422,
    code: 10106,
    message: '{url} requires authentication (HTTP {remoteStatus}). Only public repositories can be imported.',
    ...observed,
  },
  'artifacts-namespace-unknown': unknown('Namespace not found'),
  'artifacts-repo-unknown': { ...unknown('Repository not found'), certainty: 'seed' },
  'artifacts-token-unknown': unknown('Token not found'),
  'artifacts-commit-unknown': unknown('Commit not found'),
  /** Inferred from its siblings. */
  'artifacts-tree-unknown': { ...unknown('Tree not found'), certainty: 'inferred' },
  'artifacts-blob-unknown': unknown('Blob not found'),
  'artifacts-file-unknown': unknown('File not found'),
  'artifacts-remote-unknown': {
    status: 404,
    code: 10200,
    message: 'Remote repository not found.',
    ...documented,
  },
  'artifacts-remote-branch-unknown': {
    status: 404,
    code: 10200,
    message: 'Remote branch not found.',
    ...documented,
  },
  'artifacts-namespace-exists': exists('Namespace already exists'),
  'artifacts-repo-exists': exists('repo already exists: {name}'),
  'artifacts-namespace-not-empty': {
    status: 409,
    code: 10290,
    message: 'Namespace is not empty: delete its repositories first, {count} are left',
    ...inferred,
  },
  'artifacts-import-in-progress': {
    status: 409,
    code: 10302,
    message: 'The repository is being imported. Please retry.',
    ...documented,
  },
  'artifacts-fork-in-progress': {
    status: 409,
    code: 10303,
    message: 'The repository is being forked. Please retry.',
    ...documented,
  },
  'artifacts-object-corrupt': {
    status: 500,
    code: 10400,
    message: 'A stored git object is corrupt.',
    ...observed,
  },
  'artifacts-upstream-unavailable': {
    status: 503,
    code: 10401,
    message: 'The upstream service is unavailable. Please retry.',
    ...documented,
  },
  'artifacts-memory-limit': {
    status: 413,
    code: 10402,
    message: 'The repository is too large: {problem}',
    ...documented,
  },
} as const);

export type ArtifactsFailureName = keyof typeof artifactsFailures;
