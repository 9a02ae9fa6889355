import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import {
  namespaceBody,
  namespaceListQuery,
  namespaceParams,
  namespaceSchema,
  namespacesParams,
} from '../schemas.ts';
import { edit, namespaces, read, refusals, shared } from './shared.ts';

/** Namespaces; the first repository of one makes it too. */
export const namespaceEndpoints = {
  'artifacts.namespaces.create': endpoint({
    ...shared,
    method: 'POST',
    path: namespaces,
    summary: 'Make a namespace, and say where it keeps what it holds',
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
