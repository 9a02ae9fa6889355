import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema } from '../../schema.ts';

/** Limits of tenants. */
export const tenantLimits = {
  /** Characters of the name of one. */
  name: 100,
} as const;

/** A tenant: an account, its zone, and a token that reaches them alone. */
export const tenantSchema = z.object({
  /** Of its account. */
  name: z.string(),
  account_id: hexIdSchema,
  zone_id: hexIdSchema,
  zone_name: z.string(),
  api_token: z.string(),
});

const none = z.object({});
const shared = {
  access: { kind: 'admin' },
  answer: 'plain',
  certainty: 'inferred',
  source: 'design, section 4',
} as const;

/** Tenants that are made while the mock runs. */
export const tenantEndpoints = {
  'touchstone.tenant.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/_touchstone/tenants',
    summary: 'List the tenants that were made, the oldest first',
    params: none,
    query: none,
    result: z.array(tenantSchema),
    status: 200,
    errors: ['admin-forbidden'],
  }),
  'touchstone.tenant.create': endpoint({
    ...shared,
    method: 'POST',
    path: '/_touchstone/tenants',
    summary: 'Make a fresh account with a fresh zone, and an API token that reaches them alone',
    params: none,
    query: none,
    body: z.object({ name: z.string().min(1).max(tenantLimits.name).optional() }).optional(),
    example: { name: 'checkout' },
    result: tenantSchema,
    status: 201,
    errors: ['admin-forbidden'],
  }),
  'touchstone.tenant.remove': endpoint({
    ...shared,
    method: 'DELETE',
    // Not `account_id`: for an account that is not there, that would be refused before.
    path: '/_touchstone/tenants/{tenant_id}',
    summary: 'Remove a tenant with its zones, its token and everything that it holds',
    /** The id of its account. */
    params: z.object({ tenant_id: hexIdSchema }),
    query: none,
    result: z.object({ account_id: hexIdSchema }),
    status: 200,
    errors: ['admin-forbidden', 'tenant-unknown'],
  }),
} as const;
