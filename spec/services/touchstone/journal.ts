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
