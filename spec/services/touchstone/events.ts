import { z } from 'zod';
import { certainties } from '../../certainty.ts';
import { hexIdSchema, queryInteger, queryList, timestampSchema, uuidSchema } from '../../schema.ts';
import { deliveryStates } from '../inference/background-runs.ts';
import { webhookFormats } from '../inference/run.ts';
import { securityActions, securitySources, touchstoneLimits } from './schemas.ts';

/** Limits of the live stream of security events. */
export const eventStreamLimits = {
  /** Milliseconds between two comments that say that the stream is alive. */
  heartbeat: 15_000,
  /** Milliseconds after which a client is told to connect again. */
  retry: 1_000,
} as const;

/** Which events are meant: those that satisfy every parameter given; a repeated one takes any of its values. */
const eventFilter = {
  action: queryList(z.enum(securityActions)),
  source: queryList(z.enum(securitySources)),
  /** Id of the rule that decided. */
  rule: queryList(z.string().min(1)),
  /** `User-Agent` of the request. */
  agent: queryList(z.string()),
};

/** Which events are listed, and how many of them. */
export const eventsQuery = z.object({
  ...eventFilter,
  /** Events of this moment and later ones. */
  since: timestampSchema.optional(),
  limit: queryInteger(1, touchstoneLimits.eventsPerZone, 100),
});

/** Which events are sent as they happen. */
export const eventStreamQuery = z.object(eventFilter);

export type EventFilter = z.output<typeof eventStreamQuery> & { readonly since?: string | undefined };

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
const journalPlanes = ['api', 'edge', 'objects', 'interpreter', 'worker', 'sandbox'] as const;

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

/** A webhook of a background run, and what became of it. */
export const webhookDeliverySchema = z.object({
  /** When it was over. */
  at: timestampSchema,
  account_id: hexIdSchema,
  run_id: uuidSchema,
  url: z.string(),
  format: z.enum(webhookFormats),
  /** The JSON that was sent, or would have been: the payload, or its text in the format `chat`. */
  body: z.record(z.string(), z.unknown()),
  outcome: z.enum(deliveryStates).exclude(['none', 'pending']),
  /** Status of the receiver's answer; null where there was none. */
  status: z.int().nullable(),
  /** Address that was connected to; null where the runtime does not say, or nothing was connected to. */
  address: z.string().nullable(),
  /** What stood in its way; null for one that was delivered. */
  problem: z.string().nullable(),
});

export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhooksQuery = z.object({
  run_id: uuidSchema.optional(),
  limit: queryInteger(1, touchstoneLimits.webhookDeliveries, touchstoneLimits.webhookDeliveries),
});
