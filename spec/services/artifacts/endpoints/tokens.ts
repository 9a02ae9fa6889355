import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import {
  createdTokenSchema,
  deletedSchema,
  namespaceParams,
  repoParams,
  tokenBody,
  tokenListQuery,
  tokenParams,
  tokenSchema,
} from '../schemas.ts';
import { edit, namespaces, read, refusals, repos, shared } from './shared.ts';

/** Tokens that open Git for one repository. */
export const tokenEndpoints = {
  'artifacts.tokens.create': endpoint({
    ...shared,
    method: 'POST',
    path: `${namespaces}/{namespace}/tokens`,
    summary: 'Mint a token for a repository; its text is shown this once',
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
    // That tokens are minted is in the seed; by which route, is not.
    source: 'fact sheet artifacts, sections 3 and 6',
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
    summary: 'Revoke a token at once; to do so again changes nothing',
    access: edit,
    params: tokenParams,
    result: deletedSchema,
    errors: ['artifacts-namespace-invalid', 'artifacts-token-unknown'],
  }),
} as const;
