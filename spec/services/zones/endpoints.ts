import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { zoneEdit, zoneRead } from '../../permissions.ts';
import { hexIdSchema, paginationQuery, queryList, text, timestampSchema } from '../../schema.ts';

/** Limits of zones: cloudflare-typescript, Zones. */
export const zoneLimits = { name: 253, label: 63 } as const;

export const zoneStatuses = ['initializing', 'pending', 'active', 'moved'] as const;
export const zoneTypes = ['full', 'partial', 'secondary', 'internal'] as const;
export const zonePlans = ['free', 'pro', 'business', 'enterprise'] as const;

/** The zone resource. */
export const zoneSchema = z.object({
  id: hexIdSchema,
  name: z.string(),
  status: z.enum(zoneStatuses),
  type: z.enum(zoneTypes),
  paused: z.boolean(),
  development_mode: z.number(),
  name_servers: z.array(z.string()),
  vanity_name_servers: z.array(z.string()).optional(),
  original_name_servers: z.array(z.string()).nullable(),
  original_registrar: z.string().nullable(),
  original_dnshost: z.string().nullable(),
  created_on: timestampSchema,
  modified_on: timestampSchema,
  activated_on: timestampSchema.nullable(),
  meta: z.object({
    cdn_only: z.boolean(),
    custom_certificate_quota: z.number(),
    dns_only: z.boolean(),
    foundation_dns: z.boolean(),
    page_rule_quota: z.number(),
    phishing_detected: z.boolean(),
    step: z.number(),
  }),
  owner: z.object({ id: z.string().nullable(), name: z.string().nullable(), type: z.string() }),
  account: z.object({ id: hexIdSchema, name: z.string() }),
  plan: z.object({
    id: hexIdSchema,
    name: z.string(),
    price: z.number(),
    currency: z.string(),
    frequency: z.string(),
    is_subscribed: z.boolean(),
    can_subscribe: z.boolean(),
    legacy_id: z.enum(zonePlans),
    externally_managed: z.boolean(),
  }),
  permissions: z.array(z.string()),
  tenant: z.object({ id: z.string().nullable(), name: z.string().nullable() }),
  tenant_unit: z.object({ id: z.string().nullable() }),
});

export type Zone = z.infer<typeof zoneSchema>;

export const zoneParams = z.object({ zone_id: hexIdSchema });

export const zoneCreateBody = z.object({
  name: text(zoneLimits.name, 1),
  account: z.object({ id: hexIdSchema.optional() }),
  type: z.enum(zoneTypes).default('full'),
});

export const zoneEditBody = z.object({
  paused: z.boolean().optional(),
  type: z.enum(zoneTypes).optional(),
  vanity_name_servers: z.array(z.string()).optional(),
  /** The plan by its name (inferred: the platform changes plans by subscription). */
  plan: z.object({ legacy_id: z.enum(zonePlans) }).optional(),
});

/** Filters of the list; `name` and `account.name` take a prefix such as `contains:`. */
export const zoneListQuery = z.object({
  name: z.string().optional(),
  status: z.enum(zoneStatuses).optional(),
  'account.id': z.string().optional(),
  'account.name': z.string().optional(),
  type: queryList(z.string()),
  order: z.enum(['name', 'status', 'account.id', 'account.name', 'plan.id']).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  match: z.enum(['any', 'all']).optional(),
  ...paginationQuery,
});

const source = 'cloudflare-typescript, Zones';
const none = z.object({});
const edit = { kind: 'api', permissions: zoneEdit } as const;
const read = { kind: 'api', permissions: zoneRead } as const;

/** What most operations here share. */
const shared = {
  query: none,
  answer: 'envelope',
  status: 200,
  certainty: 'documented',
  source,
} as const;

/** Zones: as much as a `zone_id` needs. */
export const endpoints = {
  'zones.zone.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones',
    summary: 'List the zones that the credential may see',
    access: read,
    params: none,
    query: zoneListQuery,
    result: z.array(zoneSchema),
    answer: 'page',
    errors: [],
  }),
  'zones.zone.create': endpoint({
    ...shared,
    method: 'POST',
    path: '/zones',
    summary: 'Create a zone',
    access: edit,
    params: none,
    body: zoneCreateBody,
    example: { name: 'shop.localhost', account: { id: '01a7362d577a6c3019a474fd6f485823' }, type: 'full' },
    result: zoneSchema,
    errors: ['zone-exists', 'zone-name-invalid'],
  }),
  'zones.zone.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones/{zone_id}',
    summary: 'Read a zone',
    access: read,
    params: zoneParams,
    result: zoneSchema,
    errors: [],
  }),
  'zones.zone.edit': endpoint({
    ...shared,
    method: 'PATCH',
    path: '/zones/{zone_id}',
    summary: 'Change a zone',
    access: edit,
    params: zoneParams,
    body: zoneEditBody,
    example: { paused: true },
    result: zoneSchema,
    errors: [],
  }),
  'zones.zone.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: '/zones/{zone_id}',
    summary: 'Delete a zone and everything in it',
    access: edit,
    params: zoneParams,
    result: z.object({ id: z.string() }),
    errors: [],
  }),
} as const;
