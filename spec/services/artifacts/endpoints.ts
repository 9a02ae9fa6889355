import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { artifactsErrors } from './error-shape.ts';
import type { ArtifactsFailureName } from './failures.ts';
import {
  commitSchema,
  createdRepoSchema,
  createdTokenSchema,
  deletedSchema,
  fileQuery,
  forkBody,
  forkedRepoSchema,
  hashParams,
  importBody,
  listedRepoSchema,
  logQuery,
  namespaceBody,
  namespaceListQuery,
  namespaceParams,
  namespaceSchema,
  namespacesParams,
  rawParams,
  repoBody,
  repoListQuery,
  repoParams,
  repoSchema,
  tokenBody,
  tokenListQuery,
  tokenParams,
  tokenSchema,
  treeEntrySchema,
} from './schemas.ts';

/** Permissions of the REST API: seed rendering-repositories-examples, Authentication. */
export const artifactsEdit = ['Artifacts Edit'] as const;
/** Reads also accept the write permissions. */
export const artifactsRead = ['Artifacts Edit', 'Artifacts Read'] as const;

/** Path of all namespaces. */
export const namespaces = '/accounts/{account_id}/artifacts/namespaces';
/** Path of all repositories of a namespace. */
export const repos = `${namespaces}/{namespace}/repos` as const;

/** What all operations share. */
export const shared = {
  query: z.object({}),
  answer: 'envelope',
  status: 200,
  errorShape: artifactsErrors,
  refusals: [{ of: 'query-invalid', as: 'artifacts-invalid' }],
  certainty: 'documented',
  source: 'Cloudflare docs, Artifacts REST API',
} as const;

/** Refusals of an operation with a body, after those of single members. */
export const refusals = [...shared.refusals, { of: 'body-invalid', as: 'artifacts-invalid' }] as const;

/** Refusals of an operation with the name of a new repository in its body. */
export const namedRefusals = [
  { of: 'body-invalid', at: '/name', as: 'artifacts-repo-name-invalid' },
  ...refusals,
] as const;

export const edit = { kind: 'api', permissions: artifactsEdit } as const;
export const read = { kind: 'api', permissions: artifactsRead } as const;

/** Namespaces; the first repository creates its namespace. */
export const namespaceEndpoints = {
  'artifacts.namespaces.create': endpoint({
    ...shared,
    method: 'POST',
    path: namespaces,
    summary: 'Create a namespace with its jurisdiction',
    access: edit,
    params: namespacesParams,
    body: namespaceBody,
    example: { namespace: 'default', jurisdiction: 'eu' },
    result: namespaceSchema,
    status: 201,
    errors: ['artifacts-invalid', 'artifacts-namespace-invalid', 'artifacts-namespace-exists'],
    refusals: [{ of: 'body-invalid', at: '/namespace', as: 'artifacts-namespace-invalid' }, ...refusals],
  }),
  'artifacts.namespaces.list': endpoint({
    ...shared,
    method: 'GET',
    path: namespaces,
    summary: 'List the namespaces of an account, newest first',
    access: read,
    params: namespacesParams,
    query: namespaceListQuery,
    result: z.array(namespaceSchema),
    answer: 'cursor-page',
    errors: ['artifacts-invalid'],
  }),
  'artifacts.namespaces.get': endpoint({
    ...shared,
    method: 'GET',
    path: `${namespaces}/{namespace}`,
    summary: 'Read a namespace',
    access: read,
    params: namespaceParams,
    result: namespaceSchema,
    errors: ['artifacts-namespace-invalid', 'artifacts-namespace-unknown'],
  }),
  'artifacts.namespaces.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: `${namespaces}/{namespace}`,
    summary: 'Delete an empty namespace',
    access: edit,
    params: namespaceParams,
    result: z.never(),
    answer: 'empty',
    status: 204,
    errors: ['artifacts-namespace-invalid', 'artifacts-namespace-unknown', 'artifacts-namespace-not-empty'],
    certainty: 'observed',
  }),
} as const;

const seed = { certainty: 'seed', source: 'seed rendering-repositories-examples, Endpoints' } as const;

/** Repositories of a namespace. */
export const repoEndpoints = {
  'artifacts.repos.create': endpoint({
    ...shared,
    ...seed,
    method: 'POST',
    path: repos,
    summary: 'Create an empty repository and a token that writes to it',
    access: edit,
    params: namespaceParams,
    body: repoBody,
    example: { name: 'starter', description: 'What every project begins with', default_branch: 'main' },
    result: createdRepoSchema,
    resultCertainty: 'documented',
    status: 201,
    errors: [
      'artifacts-invalid',
      'artifacts-namespace-invalid',
      'artifacts-repo-name-invalid',
      'artifacts-repo-exists',
    ],
    refusals: namedRefusals,
  }),
  'artifacts.repos.list': endpoint({
    ...shared,
    method: 'GET',
    path: repos,
    summary: 'List the repositories of a namespace; empty for an unknown namespace',
    access: read,
    params: namespaceParams,
    query: repoListQuery,
    result: z.array(listedRepoSchema),
    answer: 'cursor-page',
    errors: ['artifacts-invalid', 'artifacts-namespace-invalid'],
  }),
  'artifacts.repos.get': endpoint({
    ...shared,
    ...seed,
    method: 'GET',
    path: `${repos}/{repo_name}`,
    summary: 'Read a repository with its remote',
    access: read,
    params: repoParams,
    result: repoSchema,
    resultCertainty: 'documented',
    errors: [
      'artifacts-namespace-invalid',
      'artifacts-repo-unknown',
      'artifacts-import-in-progress',
      'artifacts-fork-in-progress',
    ],
  }),
  'artifacts.repos.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: `${repos}/{repo_name}`,
    summary: 'Delete a repository and its tokens',
    access: edit,
    params: repoParams,
    result: deletedSchema,
    status: 202,
    errors: [
      'artifacts-namespace-invalid',
      'artifacts-repo-unknown',
      'artifacts-import-in-progress',
      'artifacts-fork-in-progress',
    ],
  }),
  'artifacts.repos.fork': endpoint({
    ...shared,
    method: 'POST',
    path: `${repos}/{repo_name}/fork`,
    summary: 'Copy a repository, with all of its refs, under another name of the namespace',
    access: edit,
    params: repoParams,
    body: forkBody,
    example: { name: 'starter-copy', read_only: false, default_branch_only: true },
    result: forkedRepoSchema,
    status: 201,
    errors: [
      'artifacts-invalid',
      'artifacts-namespace-invalid',
      'artifacts-repo-name-invalid',
      'artifacts-repo-unknown',
      'artifacts-repo-exists',
      'artifacts-import-in-progress',
      'artifacts-fork-in-progress',
    ],
    refusals: namedRefusals,
  }),
  'artifacts.repos.import': endpoint({
    ...shared,
    method: 'POST',
    path: `${repos}/{repo_name}/import`,
    summary: 'Create a repository from a public Git URL',
    access: edit,
    params: repoParams,
    body: importBody,
    example: { url: 'https://git.example.com/owner/repo', branch: 'main', depth: 1 },
    result: createdRepoSchema,
    status: 201,
    errors: [
      'artifacts-invalid',
      'artifacts-namespace-invalid',
      'artifacts-repo-name-invalid',
      'artifacts-url-not-https',
      'artifacts-url-invalid',
      'artifacts-remote-private',
      'artifacts-remote-unknown',
      'artifacts-remote-branch-unknown',
      'artifacts-repo-exists',
      'artifacts-upstream-unavailable',
      'artifacts-memory-limit',
    ],
    refusals,
  }),
} as const;

const common = { ...shared, method: 'GET', access: read } as const;

/** Failures of reads of an existing repository. */
const errors = [
  'artifacts-invalid',
  'artifacts-namespace-invalid',
  'artifacts-repo-unknown',
  'artifacts-import-in-progress',
  'artifacts-fork-in-progress',
] as const satisfies readonly ArtifactsFailureName[];

const bytes = { result: z.never(), answer: 'bytes', bytesTypes: ['application/octet-stream'] } as const;
const repo = `${repos}/{repo_name}` as const;

/** The content of a repository, without Git. */
export const readingEndpoints = {
  'artifacts.repos.log': endpoint({
    ...common,
    path: `${repo}/log`,
    summary: 'List commits along first parents, newest first; empty for an unknown ref',
    params: repoParams,
    query: logQuery,
    result: z.array(commitSchema),
    errors,
  }),
  'artifacts.repos.commit': endpoint({
    ...common,
    path: `${repo}/commit/{hash}`,
    summary: 'Read a commit',
    params: hashParams,
    result: commitSchema,
    errors: [...errors, 'artifacts-hash-invalid', 'artifacts-commit-unknown'],
  }),
  'artifacts.repos.tree': endpoint({
    ...common,
    path: `${repo}/tree/{hash}`,
    summary: 'List the entries of a tree, without those of its subtrees',
    params: hashParams,
    result: z.array(treeEntrySchema),
    errors: [...errors, 'artifacts-hash-invalid', 'artifacts-tree-unknown', 'artifacts-object-corrupt'],
  }),
  'artifacts.repos.blob': endpoint({
    ...common,
    ...bytes,
    path: `${repo}/blob/{hash}`,
    summary: 'Read the bytes of a blob',
    params: hashParams,
    errors: [...errors, 'artifacts-hash-invalid', 'artifacts-blob-unknown'],
  }),
  'artifacts.repos.file': endpoint({
    ...common,
    ...bytes,
    path: `${repo}/file`,
    summary: 'Read the bytes of a file by its path',
    params: repoParams,
    query: fileQuery,
    errors: [...errors, 'artifacts-file-unknown'],
  }),
  'artifacts.repos.raw': endpoint({
    ...common,
    ...bytes,
    path: `${repo}/raw/{ref}/{+path}`,
    summary: 'Read a file by its path, with a type from its bytes',
    params: rawParams,
    bytesTypes: ['text/plain; charset=utf-8', 'application/octet-stream'],
    errors: [...errors, 'artifacts-file-unknown'],
  }),
} as const;

/** Tokens for Git access to one repository. */
export const tokenEndpoints = {
  'artifacts.tokens.create': endpoint({
    ...shared,
    method: 'POST',
    path: `${namespaces}/{namespace}/tokens`,
    summary: 'Create a token for a repository; its text is shown only once',
    access: edit,
    params: namespaceParams,
    body: tokenBody,
    example: { repo: 'starter', scope: 'read', ttl: 3600 },
    result: createdTokenSchema,
    status: 201,
    errors: [
      'artifacts-invalid',
      'artifacts-namespace-invalid',
      'artifacts-ttl-invalid',
      'artifacts-repo-unknown',
      'artifacts-import-in-progress',
      'artifacts-fork-in-progress',
    ],
    refusals: [{ of: 'body-invalid', at: '/ttl', as: 'artifacts-ttl-invalid' }, ...refusals],
    // The seed has the creation of tokens, but not its route.
    source: 'Cloudflare docs, Artifacts REST API',
  }),
  'artifacts.tokens.list': endpoint({
    ...shared,
    method: 'GET',
    path: `${repos}/{repo_name}/tokens`,
    summary: 'List the tokens of a repository, newest first',
    access: read,
    params: repoParams,
    query: tokenListQuery,
    result: z.array(tokenSchema),
    answer: 'page',
    errors: [
      'artifacts-invalid',
      'artifacts-namespace-invalid',
      'artifacts-repo-unknown',
      'artifacts-import-in-progress',
      'artifacts-fork-in-progress',
    ],
  }),
  'artifacts.tokens.revoke': endpoint({
    ...shared,
    method: 'DELETE',
    path: `${namespaces}/{namespace}/tokens/{token_id}`,
    summary: 'Revoke a token at once; a repetition changes nothing',
    access: edit,
    params: tokenParams,
    result: deletedSchema,
    errors: ['artifacts-namespace-invalid', 'artifacts-token-unknown'],
  }),
} as const;

/** The control plane of repositories, by operation id. */
export const endpoints = {
  ...namespaceEndpoints,
  ...repoEndpoints,
  ...tokenEndpoints,
  ...readingEndpoints,
} as const;
