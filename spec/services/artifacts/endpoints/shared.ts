import { z } from 'zod';
import { artifactsErrors } from '../error-shape.ts';
import { artifactsEdit, artifactsRead } from '../permissions.ts';

/** Path of all namespaces. */
export const namespaces = '/accounts/{account_id}/artifacts/namespaces';
/** Path of all repositories of a namespace. */
export const repos = `${namespaces}/{namespace}/repos` as const;

/** What all operations have in common. */
export const shared = {
  query: z.object({}),
  answer: 'envelope',
  status: 200,
  errorShape: artifactsErrors,
  refusals: [{ of: 'query-invalid', as: 'artifacts-invalid' }],
  certainty: 'documented',
  source: 'fact sheet artifacts, section 3',
} as const;

/** Refusals of an operation with a body, behind those of single members. */
export const refusals = [...shared.refusals, { of: 'body-invalid', as: 'artifacts-invalid' }] as const;

/** Refusals of an operation whose body names a new repository. */
export const namedRefusals = [
  { of: 'body-invalid', at: '/name', as: 'artifacts-repo-name-invalid' },
  ...refusals,
] as const;

export const edit = { kind: 'api', permissions: artifactsEdit } as const;
export const read = { kind: 'api', permissions: artifactsRead } as const;
