import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema, timestampSchema } from '../../schema.ts';
import { secret } from '../../secret.ts';
import { adminEndpoint } from './schemas.ts';

const clockSchema = z.object({ now: timestampSchema, frozen: z.boolean() });

/** Without a body, or without `at`, the clock stops now. */
const freezeBody = z.object({ at: timestampSchema.optional() }).optional();

/** The clock only moves forward, by at most a hundred years at once. */
const advanceBody = z.object({ seconds: z.number().positive().max(3_153_600_000) });

/** Selects a clock: that of an account and its zones, or by default that of the world, which the others follow. */
const clockQuery = z.object({ account_id: hexIdSchema.optional() });

const clockEndpoint = {
  ...adminEndpoint,
  params: z.object({}),
  query: clockQuery,
  result: clockSchema,
  errors: ['admin-forbidden', 'account-unknown'],
} as const;

/** The clock of the world, and those of its accounts. */
export const clockEndpoints = {
  'touchstone.clock.get': endpoint({
    ...clockEndpoint,
    method: 'GET',
    path: '/_touchstone/clock',
    summary: 'Read the clock of the world, or of one account',
  }),
  'touchstone.clock.freeze': endpoint({
    ...clockEndpoint,
    method: 'POST',
    path: '/_touchstone/clock/freeze',
    summary: 'Stop the clock, now or at a given time',
    body: freezeBody,
    example: { at: '2030-01-01T00:00:00Z' },
  }),
  'touchstone.clock.advance': endpoint({
    ...clockEndpoint,
    method: 'POST',
    path: '/_touchstone/clock/advance',
    summary: 'Move the clock forward, running or stopped',
    body: advanceBody,
    example: { seconds: 60 },
  }),
  'touchstone.clock.release': endpoint({
    ...clockEndpoint,
    method: 'POST',
    path: '/_touchstone/clock/release',
    summary: "Release the clock of the world to the machine's time, or that of an account to the world's",
  }),
} as const;

/** Limits of named snapshots (all ours). */
export const snapshotLimits = {
  /** Snapshots at one time; each holds the changes since. */
  snapshots: 100,
  /** Characters of a name. */
  nameCharacters: 100,
} as const;

/** A name: letters, digits, spaces and `. _ -`, which a path can contain. */
export const snapshotNameSchema = z
  .string()
  .max(snapshotLimits.nameCharacters)
  .regex(
    /^[\p{L}\p{N}._-](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}._-])?$/u,
    'is letters, digits, spaces, dots, hyphens and underscores',
  );

/** A snapshot that can be restored. */
const snapshotRecordSchema = z.object({
  name: z.string(),
  /** By the clock of the mock. */
  taken_at: timestampSchema,
});

export type SnapshotRecord = z.output<typeof snapshotRecordSchema>;

const none = z.object({});
const named = z.object({ snapshot_name: snapshotNameSchema });

/** A saved state of the world. */
export const snapshotEndpoints = {
  'touchstone.snapshot.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/snapshots',
    summary: 'List the snapshots that can be restored, in the order in which they were taken',
    params: none,
    query: none,
    result: z.array(snapshotRecordSchema),
    errors: ['admin-forbidden'],
  }),
  'touchstone.snapshot.take': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/snapshots',
    summary: 'Save the world under a name, which replaces a snapshot with the same name',
    params: none,
    query: none,
    body: z.strictObject({ name: snapshotNameSchema }),
    example: { name: 'shop with three rules' },
    result: snapshotRecordSchema,
    status: 201,
    errors: ['admin-forbidden', 'snapshots-full'],
  }),
  'touchstone.snapshot.restore': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/snapshots/{snapshot_name}/restore',
    summary: 'Restore a snapshot, which stays available',
    params: named,
    query: none,
    result: snapshotRecordSchema,
    errors: ['admin-forbidden', 'snapshot-unknown'],
  }),
  'touchstone.snapshot.remove': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: '/_touchstone/snapshots/{snapshot_name}',
    summary: 'Forget a snapshot',
    params: named,
    query: none,
    result: z.object({ name: z.string() }),
    errors: ['admin-forbidden', 'snapshot-unknown'],
  }),
} as const;

/** Limits of tenants. */
export const tenantLimits = {
  /** Characters of the name of a tenant. */
  name: 100,
} as const;

/** A tenant: an account, its zone, and a token for only these two. */
const tenantSchema = z.object({
  /** Of its account. */
  name: z.string(),
  account_id: hexIdSchema,
  zone_id: hexIdSchema,
  zone_name: z.string(),
  api_token: secret(z.string()),
});

const tenantEndpoint = {
  access: { kind: 'admin' },
  answer: 'plain',
  certainty: 'inferred',
  source: 'admin API of Touchstone',
} as const;

/** Tenants that are created while the mock runs. */
export const tenantEndpoints = {
  'touchstone.tenant.list': endpoint({
    ...tenantEndpoint,
    method: 'GET',
    path: '/_touchstone/tenants',
    summary: 'List the created tenants, the oldest first',
    params: none,
    query: none,
    result: z.array(tenantSchema),
    status: 200,
    errors: ['admin-forbidden'],
  }),
  'touchstone.tenant.create': endpoint({
    ...tenantEndpoint,
    method: 'POST',
    path: '/_touchstone/tenants',
    summary: 'Create an account with a zone, and an API token for only these two',
    params: none,
    query: none,
    body: z.object({ name: z.string().min(1).max(tenantLimits.name).optional() }).optional(),
    example: { name: 'checkout' },
    result: tenantSchema,
    status: 201,
    errors: ['admin-forbidden'],
  }),
  'touchstone.tenant.remove': endpoint({
    ...tenantEndpoint,
    method: 'DELETE',
    // Not `account_id`, because an unknown account would be refused earlier.
    path: '/_touchstone/tenants/{tenant_id}',
    summary: 'Remove a tenant with its zones, its token and all its resources',
    /** The id of its account. */
    params: z.object({ tenant_id: hexIdSchema }),
    query: none,
    result: z.object({ account_id: hexIdSchema }),
    status: 200,
    errors: ['admin-forbidden', 'tenant-unknown'],
  }),
} as const;
