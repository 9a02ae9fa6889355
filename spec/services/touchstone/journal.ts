import { z } from 'zod';
import { certainties } from '../../certainty.ts';
import { hexIdSchema, queryInteger, timestampSchema } from '../../schema.ts';
import { touchstoneLimits } from './schemas.ts';

/** Limits of what a mock remembers of requests it had no answer for, and of how long somebody waits for one. */
export const journalLimits = {
  /** Paths without an operation that are counted apart; those beyond them are not counted. */
  unknownRoutes: 500,
  /** Newest requests that are kept of all accounts together, beside those of the journal; each keeps as many as that. */
  accountEntries: 10_000,
  /** Suggestions that are made for a path without an operation. */
  nearestRoutes: 3,
  /** Characters of one line of an explanation. */
  explanationCharacters: 500,
  /** Milliseconds that `waitFor` waits unless it is told otherwise. */
  waitMs: 5_000,
} as const;

/**
 * Where a request of the journal was made: at the API, at a zone, at one of the example applications or the Worker that
 * was given, or by one of those at a sandbox, to run a program.
 */
export const journalPlanes = ['api', 'edge', 'objects', 'interpreter', 'worker', 'sandbox'] as const;

export const journalEntrySchema = z.object({
  id: z.int(),
  at: timestampSchema,
  plane: z.enum(journalPlanes),
  method: z.string(),
  url: z.string(),
  /** Operation id; null where no operation matched, and beside the API. */
  operation: z.string().nullable(),
  /** Account that it is about, or that its token is of alone; null where there is none. */
  account_id: hexIdSchema.nullable(),
  /** Zone that it is about; null where there is none. */
  zone_id: hexIdSchema.nullable(),
  basis: z.enum(certainties),
  status: z.int(),
  duration_ms: z.number(),
  /** Why it was answered like this, where there is more to say than the status does, a line each. */
  explanation: z.array(z.string()),
  request_headers: z.record(z.string(), z.string()),
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
  /** What configuration rules and the zone chose, by setting; null where the origin was not asked. */
  configuration: z.record(z.string(), z.unknown()).nullable(),
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;

export const journalQuery = z.object({
  operation: z.string().optional(),
  method: z.string().optional(),
  /** Path below the host or below the base path; `{name}` stands for any one segment. */
  path: z.string().optional(),
  plane: z.enum(journalPlanes).optional(),
  basis: z.enum(certainties).optional(),
  account_id: hexIdSchema.optional(),
  zone_id: hexIdSchema.optional(),
  /** Requests of this moment and later ones. */
  since: timestampSchema.optional(),
  status: queryInteger(100, 599, 0),
  limit: queryInteger(1, touchstoneLimits.journalEntries, 100),
});
