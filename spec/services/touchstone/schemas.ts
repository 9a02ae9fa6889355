import { z } from 'zod';
import { hexIdSchema, timestampSchema, uuidSchema } from '../../schema.ts';
import { secret } from '../../secret.ts';
import { violationReasons } from '../../violation-reasons.ts';

/** What most operations of the admin interface have in common. */
export const adminEndpoint = {
  access: { kind: 'admin' },
  answer: 'plain',
  status: 200,
  certainty: 'inferred',
  source: 'admin API of Touchstone',
} as const;

/** Limits of the admin interface. */
export const touchstoneLimits = {
  /** Newest requests that the journal keeps. */
  journalEntries: 1_000,
  /** Characters of a URL, and of a request or response body, that the journal keeps. */
  journalBodyCharacters: 16_384,
  /** Bytes that all requests of the journal may take, unless a mock is told otherwise. */
  journalBytes: 67_108_864,
  /** Newest security events that a zone keeps. */
  eventsPerZone: 10_000,
  /** Model replies that can be put in place at once. */
  modelReplies: 1_000,
  /** Newest webhooks that the inbox keeps, each with its body. */
  webhookDeliveries: 100,
  /** Bytes of a request body that rules look into (inferred: the platform's number depends on the plan). */
  inspectedBodyBytes: 131_072,
} as const;

/** Where the mock's planes stand, and the credentials of its seeded world: what `serve --json` prints. */
export const infoSchema = z.object({
  name: z.literal('touchstone'),
  version: z.string(),
  api: z.string().nullable(),
  edge: z.string().nullable(),
  /** The object-storage example; null where it is served without its authorization step alone. */
  objects: z.string().nullable(),
  /** The same objects without the authorization step; null unless that was asked for. */
  objects_open: z.string().nullable(),
  /** The code-interpreter example. */
  interpreter: z.string().nullable(),
  /** The Worker that was given; null where none was. */
  worker: z.string().nullable(),
  account_id: hexIdSchema,
  zone_id: hexIdSchema,
  zone_name: z.string(),
  api_token: secret(z.string()),
  read_token: secret(z.string()),
  gateway_token: secret(z.string()),
  email: z.string(),
  api_key: secret(z.string()),
  /** What `X-Custom-Auth-Key` has to be for the object-storage example. */
  auth_key_secret: secret(z.string()),
  /** A key that everybody may read there. */
  allowed_key: z.string(),
  /** Where zone traffic goes, null for the built-in page. */
  origin: z.string().nullable(),
  /** PEM file that clients trust to trust the planes; null where they need none. */
  tls_certificate: z.string().nullable(),
  /** Folder that repositories and objects are kept in, null where they are gone at the end. */
  state: z.string().nullable(),
});

export type Info = z.infer<typeof infoSchema>;

/** What was done about a request, in the words of the events: Cloudflare docs, Firewall events log fields. */
export const securityActions = [
  'block',
  'challenge',
  'jschallenge',
  'managedchallenge',
  'log',
  'skip',
] as const;

/** Which service decided, as analytics spell it: Cloudflare docs, Firewall events log fields. */
export const securitySources = ['apiShieldTokenValidation', 'firewallCustom'] as const;

/** A security event, with the member names of the platform's analytics. */
export const securityEventSchema = z.object({
  id: uuidSchema,
  datetime: timestampSchema,
  action: z.enum(securityActions),
  source: z.enum(securitySources),
  /** Rule that decided; null for a token that no rule asked about. */
  ruleId: z.union([uuidSchema, hexIdSchema]).nullable(),
  /** Ruleset of the rule; null for token validation rules, which are in none. */
  rulesetId: hexIdSchema.nullable(),
  /** `description` of the rule, its title where it is a token validation rule; empty where there is none. */
  description: z.string(),
  /** `ref` of the rule; empty where there is none. */
  ref: z.string(),
  /** Place of the event among those of its request, from 0. */
  matchIndex: z.int(),
  operationId: uuidSchema.nullable(),
  rayName: z.string(),
  clientIP: z.string(),
  /** Number of the autonomous system, `0` where nobody said one. */
  clientAsn: z.string(),
  /** Country code, empty where nobody said one. */
  clientCountryName: z.string(),
  clientRequestHTTPHost: z.string(),
  clientRequestHTTPMethodName: z.string(),
  clientRequestHTTPProtocol: z.string(),
  clientRequestPath: z.string(),
  /** With its question mark; empty where there is no query. */
  clientRequestQuery: z.string(),
  clientRequestScheme: z.enum(['http', 'https']),
  userAgent: z.string(),
  edgeColoName: z.string(),
  /** Status of the answer to the client. */
  edgeResponseStatus: z.int(),
  /** Status of the origin's answer, 0 where it was not asked. */
  originResponseStatus: z.int(),
  sampleInterval: z.int(),
  token_validation_violations: z.array(
    z.object({ token_configuration_id: uuidSchema, reason: z.enum(violationReasons) }),
  ),
});

export type SecurityEvent = z.infer<typeof securityEventSchema>;

/**
 * What edge rules are told of requests that a laptop can't know, by field, for example
 * `{ "cf.waf.score": 20, "ip.src.country": "NL" }`.
 */
export const signalsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
