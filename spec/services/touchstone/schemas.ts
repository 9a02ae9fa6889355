import { z } from 'zod';
import { hexIdSchema, timestampSchema, uuidSchema } from '../../schema.ts';
import { secret } from '../../secret.ts';
import { violationReasons } from '../../violation-reasons.ts';

export { touchstoneLimits } from './limits.ts';

/** What most operations of the admin API share. */
export const adminEndpoint = {
  access: { kind: 'admin' },
  answer: 'plain',
  status: 200,
  certainty: 'inferred',
  source: 'admin API of Touchstone',
} as const;

/** Addresses of the mock's planes, and the credentials of its seeded world: the output of `serve --json`. */
export const infoSchema = z.object({
  name: z.literal('touchstone'),
  version: z.string(),
  api: z.string().nullable(),
  edge: z.string().nullable(),
  /** The object-storage example; null if it is only served without its authorization step. */
  objects: z.string().nullable(),
  /** The same objects without the authorization step; null by default. */
  objects_open: z.string().nullable(),
  /** The code-interpreter example. */
  interpreter: z.string().nullable(),
  /** The given Worker; null without one. */
  worker: z.string().nullable(),
  account_id: hexIdSchema,
  zone_id: hexIdSchema,
  zone_name: z.string(),
  api_token: secret(z.string()),
  read_token: secret(z.string()),
  gateway_token: secret(z.string()),
  email: z.string(),
  api_key: secret(z.string()),
  /** The `X-Custom-Auth-Key` of the object-storage example. */
  auth_key_secret: secret(z.string()),
  /** A key in its allow list. */
  allowed_key: z.string(),
  /** The origin of zone traffic, null for the built-in page. */
  origin: z.string().nullable(),
  /** PEM file of the authority that clients must trust for the planes; null if they need none. */
  tls_certificate: z.string().nullable(),
  /** Folder of repositories and objects, null if they are in memory. */
  state: z.string().nullable(),
});

export type Info = z.infer<typeof infoSchema>;

/** The action on a request, in the words of the events: Cloudflare docs, Firewall events log fields. */
export const securityActions = [
  'block',
  'challenge',
  'jschallenge',
  'managedchallenge',
  'log',
  'skip',
] as const;

/** The service that decided, in the spelling of analytics: Cloudflare docs, Firewall events log fields. */
export const securitySources = ['apiShieldTokenValidation', 'firewallCustom'] as const;

/** A security event, with the member names of the platform's analytics. */
export const securityEventSchema = z.object({
  id: uuidSchema,
  datetime: timestampSchema,
  action: z.enum(securityActions),
  source: z.enum(securitySources),
  /** Rule that decided; null for a token without a rule. */
  ruleId: z.union([uuidSchema, hexIdSchema]).nullable(),
  /** Ruleset of the rule; null for token validation rules, which have none. */
  rulesetId: hexIdSchema.nullable(),
  /** `description` of the rule, or the title of a token validation rule; empty if there is none. */
  description: z.string(),
  /** `ref` of the rule; empty if there is none. */
  ref: z.string(),
  /** Index of the event among those of its request, from 0. */
  matchIndex: z.int(),
  operationId: uuidSchema.nullable(),
  rayName: z.string(),
  clientIP: z.string(),
  /** Number of the autonomous system, `0` if unknown. */
  clientAsn: z.string(),
  /** Country code, empty if unknown. */
  clientCountryName: z.string(),
  clientRequestHTTPHost: z.string(),
  clientRequestHTTPMethodName: z.string(),
  clientRequestHTTPProtocol: z.string(),
  clientRequestPath: z.string(),
  /** With its question mark; empty without a query. */
  clientRequestQuery: z.string(),
  clientRequestScheme: z.enum(['http', 'https']),
  userAgent: z.string(),
  edgeColoName: z.string(),
  /** Status of the answer to the client. */
  edgeResponseStatus: z.int(),
  /** Status of the origin's answer, 0 if it got no request. */
  originResponseStatus: z.int(),
  sampleInterval: z.int(),
  token_validation_violations: z.array(
    z.object({ token_configuration_id: uuidSchema, reason: z.enum(violationReasons) }),
  ),
});

export type SecurityEvent = z.infer<typeof securityEventSchema>;

/**
 * Signals: values of rules-language fields that the mock can't know, for example `{ "cf.waf.score": 20,
 * "ip.src.country": "NL" }`.
 */
export const signalsSchema = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.union([z.string(), z.number()])),
    z.record(z.string(), z.number()),
  ]),
);
