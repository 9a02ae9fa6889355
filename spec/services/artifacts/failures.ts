import { defineFailures, failure } from '../../failure.ts';
import { artifactsLimits, repoNamePattern } from './limits.ts';

const { min, max } = artifactsLimits.ttl;

const invalid = (message: string) => failure(400, 10100).observed(message);
const unknown = (message: string) => failure(404, 10200).observed(message);
const exists = (message: string) => failure(409, 10201).observed(message);

/** Failures of the control plane of repositories: Cloudflare docs, Artifacts errors. */
export const artifactsFailures = defineFailures({
  // The words of the schema library, as observed.
  'artifacts-invalid': invalid('{issue}'),
  'artifacts-namespace-invalid': invalid('Invalid namespace name'),
  'artifacts-hash-invalid': invalid('Invalid SHA-1 hash'),
  'artifacts-url-not-https': invalid('Must be an HTTPS URL'),
  // The seed has the refusal of a creation without a name.
  'artifacts-repo-name-invalid': failure(400, 10101).seed(
    `Invalid repo name: must match ${repoNamePattern}`,
    'observed',
  ),
  'artifacts-ttl-invalid': failure(400, 10103).observed(`ttl must be between ${min} and ${max} seconds`),
  'artifacts-url-invalid': failure(400, 10104).observed(
    'url must be an HTTPS git remote URL (e.g. https://github.com/owner/repo)',
  ),
  'artifacts-remote-private': failure(422, 10106).observed(
    '{url} requires authentication (HTTP {remoteStatus}). Only public repositories can be imported.',
  ),
  'artifacts-namespace-unknown': unknown('Namespace not found'),
  'artifacts-repo-unknown': { ...unknown('Repository not found'), certainty: 'seed' },
  'artifacts-token-unknown': unknown('Token not found'),
  'artifacts-commit-unknown': unknown('Commit not found'),
  /** Inferred from similar failures. */
  'artifacts-tree-unknown': { ...unknown('Tree not found'), certainty: 'inferred' },
  'artifacts-blob-unknown': unknown('Blob not found'),
  'artifacts-file-unknown': unknown('File not found'),
  'artifacts-remote-unknown': failure(404, 10200).documented('Remote repository not found.'),
  'artifacts-remote-branch-unknown': failure(404, 10200).documented('Remote branch not found.'),
  'artifacts-namespace-exists': exists('Namespace already exists'),
  'artifacts-repo-exists': exists('repo already exists: {name}'),
  'artifacts-namespace-not-empty': failure(409, 10290).inferred(
    'Namespace is not empty: delete its repositories first, {count} are left',
  ),
  'artifacts-import-in-progress': failure(409, 10302).documented(
    'The repository is being imported. Please retry.',
  ),
  'artifacts-fork-in-progress': failure(409, 10303).documented(
    'The repository is being forked. Please retry.',
  ),
  'artifacts-object-corrupt': failure(500, 10400).observed('A stored git object is corrupt.'),
  'artifacts-upstream-unavailable': failure(503, 10401).documented(
    'The upstream service is unavailable. Please retry.',
  ),
  'artifacts-memory-limit': failure(413, 10402).documented('The repository is too large: {problem}'),
} as const);

export type ArtifactsFailureName = keyof typeof artifactsFailures;
