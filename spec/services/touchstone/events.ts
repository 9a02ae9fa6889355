import { z } from 'zod';
import { certainties } from '../../certainty.ts';
import {
  hexIdSchema,
  queryBooleanSchema,
  queryInteger,
  queryList,
  timestampSchema,
  uuidSchema,
} from '../../schema.ts';
import { deliveryStates } from '../inference/background-runs.ts';
import { webhookFormats } from '../inference/run.ts';
import { securityActions, securitySources, touchstoneLimits } from './schemas.ts';

/** Limits of the live stream of security events. */
export const eventStreamLimits = {
  /** Milliseconds between two keep-alive comments of the stream. */
  heartbeat: 15_000,
  /** Milliseconds until a client should reconnect. */
  retry: 1_000,
} as const;

/** Filters of events: an event must match every parameter; a repeated parameter matches any of its values. */
const eventFilter = {
  action: queryList(z.enum(securityActions)),
  source: queryList(z.enum(securitySources)),
  /** Id of the rule that decided. */
  rule: queryList(z.string().min(1)),
  /** `User-Agent` of the request. */
  agent: queryList(z.string()),
};

/** Filters and number of listed events. */
export const eventsQuery = z.object({
  ...eventFilter,
  /** Events from this time on. */
  since: timestampSchema.optional(),
  limit: queryInteger(1, touchstoneLimits.eventsPerZone, 100),
});

/** Filters of streamed events. */
export const eventStreamQuery = z.object(eventFilter);

export type EventFilter = z.output<typeof eventStreamQuery> & { readonly since?: string | undefined };

/** Limits of the journal of requests, and of waiting for a request. */
export const journalLimits = {
  /** Unknown paths that are counted separately; further ones are not counted. */
  unknownRoutes: 500,
  /** Newest requests of one account, which those of other accounts do not push out. */
  entriesPerAccount: 1_000,
  /** Newest requests of all accounts together, in addition to those of the journal. */
  accountEntries: 10_000,
  /** Suggestions for a path without an operation. */
  nearestRoutes: 3,
  /** Characters of one line of an explanation. */
  explanationCharacters: 500,
  /** Milliseconds between two parts of the live stream. */
  streamPause: 50,
  /** Newest requests in one part of the stream; `missed` counts the others. */
  streamedAtOnce: 100,
  /** Characters of an answer that a sent request shows. */
  shownAnswerCharacters: 262_144,
  /** Milliseconds that a sent request reads its answer, which may be an endless stream. */
  shownAnswerMs: 5_000,
  /** Default milliseconds that `waitFor` waits. */
  waitMs: 5_000,
} as const;

/**
 * The plane of a request in the journal: the API, a zone, one of the example applications, the given Worker, or a
 * sandbox in which one of those runs a program.
 */
const journalPlanes = ['api', 'edge', 'objects', 'interpreter', 'worker', 'sandbox'] as const;

/** A request in the journal, without what takes long to read. */
export const journalSummarySchema = z.object({
  /** In the order of the answers. */
  id: z.int(),
  /** When the request arrived. */
  at: timestampSchema,
  plane: z.enum(journalPlanes),
  method: z.string(),
  url: z.string(),
  /** Operation id; null if no operation matches, and outside the API. */
  operation: z.string().nullable(),
  /** Account of the request, or the only account of its token; null if there is none. */
  account_id: hexIdSchema.nullable(),
  /** Zone of the request; null if there is none. */
  zone_id: hexIdSchema.nullable(),
  basis: z.enum(certainties),
  status: z.int(),
  duration_ms: z.number(),
  /** The reasons for the answer beyond its status, a line each. */
  explanation: z.array(z.string()),
});

export type JournalSummary = z.infer<typeof journalSummarySchema>;

export const journalEntrySchema = journalSummarySchema.extend({
  request_headers: z.record(z.string(), z.string()),
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
  /** The values that configuration rules and the zone chose, by setting; null if the origin got no request. */
  configuration: z.record(z.string(), z.unknown()).nullable(),
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;

export const journalQuery = z.object({
  operation: z.string().optional(),
  method: z.string().optional(),
  /** Path below the host or below the base path; `{name}` matches any one segment. */
  path: z.string().optional(),
  plane: z.enum(journalPlanes).optional(),
  basis: z.enum(certainties).optional(),
  account_id: hexIdSchema.optional(),
  zone_id: hexIdSchema.optional(),
  /** Ray of an answer of a zone: the `rayName` of its events. */
  ray: z.string().optional(),
  /** Requests from this time on. */
  since: timestampSchema.optional(),
  status: queryInteger(100, 599, 0),
  /** Requests before the entry with this id, for the next page. */
  before: queryInteger(1, 999_999_999, 0),
  /** `false` leaves out explanations, headers, bodies and configuration, for long lists. */
  bodies: queryBooleanSchema.optional(),
  limit: queryInteger(1, touchstoneLimits.journalEntries, 100),
});

/** A webhook of a background run, with its outcome. */
export const webhookDeliverySchema = z.object({
  /** Time of the outcome. */
  at: timestampSchema,
  account_id: hexIdSchema,
  run_id: uuidSchema,
  url: z.string(),
  format: z.enum(webhookFormats),
  /** The JSON that was sent or would have been: the payload, or its text in the format `chat`. */
  body: z.record(z.string(), z.unknown()),
  outcome: z.enum(deliveryStates).exclude(['none', 'pending']),
  /** Status of the receiver's answer; null without an answer. */
  status: z.int().nullable(),
  /** Address of the connection; null without one, or if the runtime does not say. */
  address: z.string().nullable(),
  /** The reason of a failure; null for a delivered webhook. */
  problem: z.string().nullable(),
});

export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhooksQuery = z.object({
  run_id: uuidSchema.optional(),
  limit: queryInteger(1, touchstoneLimits.webhookDeliveries, touchstoneLimits.webhookDeliveries),
});
