import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema } from '../../schema.ts';
import { journalEntrySchema, journalQuery } from './events.ts';
import { adminEndpoint } from './schemas.ts';

const none = z.object({});

/** Id of an entry: a number that grows by one with each request. */
const entryIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be the number of a journal entry')
  .meta({ example: '1' });

/**
 * `passed`: the request may go on. `failed`: it may not, or a check failed. `noted`: recorded or changed. `skipped`: it
 * did not apply.
 */
const stepOutcomeSchema = z.enum(['passed', 'failed', 'noted', 'skipped']);

/** One step of a zone with a request, and why. */
export const edgeStepSchema = z.object({
  title: z.string(),
  outcome: stepOutcomeSchema,
  lines: z.array(z.object({ outcome: stepOutcomeSchema, text: z.string() })),
});

export type EdgeStep = z.output<typeof edgeStepSchema>;

/** An entry of the journal with the steps of its zone. */
export const explainedEntrySchema = journalEntrySchema.extend({
  /** In order; empty for requests of other planes. */
  steps: z.array(edgeStepSchema),
});

export type ExplainedEntry = z.output<typeof explainedEntrySchema>;

const methodSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/, 'must be a method of HTTP');

/** Changes to a recorded request. */
export const replaySchema = z.strictObject({
  method: methodSchema.optional(),
  /** A whole URL, or a path from the root of the same host. */
  url: z.string().min(1).optional(),
  /** Headers to set; null removes one. All others stay. */
  headers: z.record(z.string(), z.string().nullable()).optional(),
  /** Null for no body. */
  body: z.string().nullable().optional(),
});

export type Replay = z.output<typeof replaySchema>;

/** A request for a zone. */
export const zoneRequestSchema = z.strictObject({
  method: methodSchema.default('GET'),
  /** A URL with a host of the zone, or a path on the zone's own name. */
  url: z.string().min(1),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});

export type ZoneRequestInput = z.output<typeof zoneRequestSchema>;

/** The answer to a request for a zone. */
const zoneAnswerSchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** Its beginning; null if it is not text. */
  body: z.string().nullable(),
  /** Whether the body is longer than shown. */
  is_cut: z.boolean(),
  entry: explainedEntrySchema,
});

/** The operations of the journal of requests. */
export const journalEndpoints = {
  'touchstone.journal.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/journal',
    summary: 'List the newest requests, newest first',
    params: none,
    query: journalQuery,
    result: z.array(journalEntrySchema),
    errors: ['admin-forbidden'],
  }),
  'touchstone.journal.stream': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/journal/stream',
    summary: 'Stream the requests as they are answered',
    params: none,
    query: journalQuery.omit({ since: true, before: true, limit: true }),
    result: journalEntrySchema,
    answer: 'stream',
    errors: ['admin-forbidden'],
  }),
  'touchstone.journal.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/journal/{entry_id}',
    summary: 'Read one request of the journal',
    params: z.object({ entry_id: entryIdSchema }),
    query: none,
    result: explainedEntrySchema,
    errors: ['admin-forbidden', 'journal-entry-unknown'],
  }),
  'touchstone.journal.replay': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/journal/{entry_id}/replay',
    summary: 'Send a request of the journal again, with its credentials, as it was or with changes',
    params: z.object({ entry_id: entryIdSchema }),
    query: none,
    body: replaySchema,
    example: { headers: { 'if-none-match': null } },
    result: explainedEntrySchema,
    errors: ['admin-forbidden', 'journal-entry-unknown', 'replay-refused', 'connection-ended'],
  }),
  'touchstone.zone-request.send': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/zones/{zone_id}/requests',
    summary: 'Send a request to a zone as a client would, and see step by step what the zone did',
    params: z.object({ zone_id: hexIdSchema }),
    query: none,
    body: zoneRequestSchema,
    example: { url: '/orders/1', headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } },
    result: zoneAnswerSchema,
    errors: ['admin-forbidden', 'zone-unknown', 'connection-ended'],
  }),
  'touchstone.journal.clear': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: '/_touchstone/journal',
    summary: 'Empty the journal, or remove the requests of one account',
    params: none,
    query: z.object({ account_id: hexIdSchema.optional() }),
    result: z.object({ removed: z.int().min(0) }),
    errors: ['admin-forbidden'],
  }),
} as const;
