import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema, paginationQuery, timestampSchema } from '../../schema.ts';

const none = z.object({});

/** An account in a list. */
export const accountSchema = z.object({
  id: hexIdSchema,
  name: z.string().min(1),
  type: z.enum(['standard', 'enterprise']),
  created_on: timestampSchema.optional(),
  settings: z.looseObject({ enforce_twofactor: z.boolean() }).optional(),
});

/** The credential of the request, and its rights. */
export const endpoints = {
  'user.token.verify': endpoint({
    method: 'GET',
    path: '/user/tokens/verify',
    summary: 'Verify the API token of the request',
    access: { kind: 'api', permissions: [] },
    params: none,
    query: none,
    result: z.object({
      id: hexIdSchema,
      status: z.enum(['active', 'disabled', 'expired']),
      not_before: z.string().optional(),
      expires_on: z.string().optional(),
    }),
    answer: 'envelope',
    status: 200,
    errors: ['verify-token-unknown'],
    certainty: 'observed',
    source: 'live API answers that users report',
  }),
  'user.account.list': endpoint({
    method: 'GET',
    path: '/accounts',
    summary: 'List the accounts that the credential may see',
    access: { kind: 'api', permissions: [] },
    params: none,
    query: z.object(paginationQuery),
    result: z.array(accountSchema),
    answer: 'page',
    status: 200,
    errors: [],
    certainty: 'documented',
    // The command line requests it if no account is named.
    source: 'cloudflare/workers-sdk',
  }),
  'user.membership.list': endpoint({
    method: 'GET',
    path: '/memberships',
    summary: 'List the account memberships of the owner of the credential',
    access: { kind: 'api', permissions: [] },
    params: none,
    query: z.object(paginationQuery),
    result: z.array(
      z.object({
        id: hexIdSchema,
        status: z.enum(['accepted']),
        account: accountSchema,
        roles: z.array(z.string()).optional(),
        permissions: z.record(z.string(), z.object({ read: z.boolean(), write: z.boolean() })).optional(),
      }),
    ),
    answer: 'page',
    status: 200,
    errors: [],
    certainty: 'documented',
    source: 'cloudflare/workers-sdk',
  }),
} as const;
