import { z } from 'zod';
import { certainties } from '../../certainty.ts';
import { hexIdSchema, queryInteger, timestampSchema, uuidSchema } from '../../schema.ts';
import { violationReasons } from '../../violation-reasons.ts';

/** Limits of the admin interface. */
export const touchstoneLimits = {
  /** Newest requests that the journal keeps. */
  journalEntries: 1_000,
  /** Characters of a request or response body that the journal keeps. */
  journalBodyCharacters: 16_384,
  /** Newest security events that a zone keeps. */
  eventsPerZone: 10_000,
} as const;

/** Where the mock's planes stand, and the credentials of its seeded world: what `serve --json` prints. */
export const infoSchema = z.object({
  name: z.literal('touchstone'),
  version: z.string(),
  api: z.string().nullable(),
  edge: z.string().nullable(),
  objects: z.string().nullable(),
  interpreter: z.string().nullable(),
  account_id: hexIdSchema,
  zone_id: hexIdSchema,
  zone_name: z.string(),
  api_token: z.string(),
  read_token: z.string(),
  gateway_token: z.string(),
  email: z.string(),
  api_key: z.string(),
  /** Where zone traffic goes, null for the built-in page. */
  origin: z.string().nullable(),
});

export type Info = z.infer<typeof infoSchema>;

export const journalEntrySchema = z.object({
  id: z.int(),
  at: timestampSchema,
  plane: z.enum(['api', 'edge']),
  method: z.string(),
  url: z.string(),
  /** Operation id; null where no operation matched and for zone traffic. */
  operation: z.string().nullable(),
  basis: z.enum(certainties),
  status: z.int(),
  duration_ms: z.number(),
  request_headers: z.record(z.string(), z.string()),
  request_body: z.string().nullable(),
  response_body: z.string().nullable(),
});

export type JournalEntry = z.infer<typeof journalEntrySchema>;

export const journalQuery = z.object({
  operation: z.string().optional(),
  status: queryInteger(100, 599, 0),
  limit: queryInteger(1, touchstoneLimits.journalEntries, 100),
});

/** A security event, with the member names of the platform's analytics. */
export const securityEventSchema = z.object({
  id: uuidSchema,
  datetime: timestampSchema,
  action: z.enum(['log', 'block']),
  source: z.literal('apiShieldTokenValidation'),
  ruleId: uuidSchema.nullable(),
  operationId: uuidSchema.nullable(),
  rayName: z.string(),
  clientIP: z.string(),
  clientRequestHTTPHost: z.string(),
  clientRequestHTTPMethodName: z.string(),
  clientRequestPath: z.string(),
  clientRequestQuery: z.string(),
  userAgent: z.string(),
  token_validation_violations: z.array(
    z.object({ token_configuration_id: uuidSchema, reason: z.enum(violationReasons) }),
  ),
});

export type SecurityEvent = z.infer<typeof securityEventSchema>;

export const eventsQuery = z.object({
  limit: queryInteger(1, touchstoneLimits.eventsPerZone, 100),
});

export const clockSchema = z.object({ now: timestampSchema, frozen: z.boolean() });
/** Without a body, or without `at`, the clock stops now. */
export const freezeBody = z.object({ at: timestampSchema.optional() }).optional();

/** Time moves forward only; at most a hundred years at once. */
export const advanceBody = z.object({ seconds: z.number().positive().max(3_153_600_000) });
