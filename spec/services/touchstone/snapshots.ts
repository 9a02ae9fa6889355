import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { timestampSchema } from '../../schema.ts';
import { adminEndpoint } from './admin-endpoint.ts';

/** Bounds of named snapshots (all ours). */
export const snapshotLimits = {
  /** Snapshots that are kept at once; each holds what has changed since. */
  snapshots: 100,
  /** Characters of a name. */
  nameCharacters: 100,
} as const;

/** A name: letters, digits, spaces and `. _ -`, which may stand in a path. */
export const snapshotNameSchema = z
  .string()
  .max(snapshotLimits.nameCharacters)
  .regex(
    /^[\p{L}\p{N}._-](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}._-])?$/u,
    'is letters, digits, spaces, dots, hyphens and underscores',
  );

/** A snapshot that can be restored. */
export const snapshotRecordSchema = z.object({
  name: z.string(),
  /** By the clock of the mock. */
  taken_at: timestampSchema,
});

export type SnapshotRecord = z.output<typeof snapshotRecordSchema>;

const none = z.object({});
const named = z.object({ snapshot_name: snapshotNameSchema });

/** The world as it was. */
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
    summary: 'Remember the world as it is now under a name, in place of what that name meant before',
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
    summary: 'Put the world back to how a snapshot has it, which can be restored again',
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
