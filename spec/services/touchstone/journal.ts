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

/** Changes to a recorded request. */
export const replaySchema = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/, 'must be a method of HTTP')
    .optional(),
  /** A whole URL, or a path from the root of the same host. */
  url: z.string().min(1).optional(),
  /** Headers to set; null removes one. All others stay. */
  headers: z.record(z.string(), z.string().nullable()).optional(),
  /** Null for no body. */
  body: z.string().nullable().optional(),
});

export type Replay = z.output<typeof replaySchema>;

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
    result: journalEntrySchema,
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
    result: journalEntrySchema,
    errors: ['admin-forbidden', 'journal-entry-unknown', 'replay-refused'],
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
