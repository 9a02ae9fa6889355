import { z } from 'zod';
import { joseLimits } from '../../engine-limits.ts';
import {
  hexIdSchema,
  paginationQuery,
  perPageQuery,
  queryBooleanSchema,
  queryList,
  text,
  timestampSchema,
  uuidSchema,
} from '../../schema.ts';
import { secret } from '../../secret.ts';
import { operationHostSchema, operationMethodSchema } from '../api-gateway/endpoints.ts';

/**
 * Limits of token validation: seed token-validation, Limits; Cloudflare docs, Increased limits for JWT
 * validation configurations.
 */
export const tokenValidationLimits = {
  title: 50,
  description: 500,
  tokenSources: 4,
  expression: 4096,
  configsPerZone: 32,
  keysPerConfig: 16,
  ...joseLimits,
  /** Rules of one zone and of one bulk call (inferred: the platform states none). */
  rulesPerZone: 10_000,
  rulesPerBulk: 1_000,
  /** Clock mismatch in seconds that the documentation allows; the seed allows none. */
  documentedLeewaySeconds: 60,
} as const;

const title = text(tokenValidationLimits.title);
const description = text(tokenValidationLimits.description);

/** A token source: an expression that resolves to a string. */
const tokenSources = z
  .array(text(tokenValidationLimits.expression, 1))
  .min(1)
  .max(tokenValidationLimits.tokenSources);

/**
 * A JSON Web Key in a request. It is looser than the stored key: `alg` may be missing, and unneeded members and keys
 * are removed (seed token-validation, JSON Web Key).
 */
export const jwkInputSchema = z.looseObject({
  kty: z.string(),
  kid: z.string().min(1),
  alg: z.string().optional(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
  k: secret(z.string()).optional(),
});

const publicRsaKey = z.strictObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']),
  n: z.string(),
  e: z.string(),
});

const publicEcKey = z.strictObject({
  kty: z.literal('EC'),
  kid: z.string(),
  alg: z.enum(['ES256', 'ES384']),
  crv: z.enum(['P-256', 'P-384']),
  x: z.string(),
  y: z.string(),
});

/** Answers omit the secret of an HMAC key. */
const publicHmacKey = z.strictObject({
  kty: z.literal('oct'),
  kid: z.string(),
  alg: z.enum(['HS256', 'HS384', 'HS512']),
});

/** A JSON Web Key in an answer: normalised, and never with `k`. */
const jwkSchema = z.discriminatedUnion('kty', [publicRsaKey, publicEcKey, publicHmacKey]);

export const credentialsInputSchema = z.object({
  keys: z.array(jwkInputSchema).min(1).max(tokenValidationLimits.keysPerConfig),
});

export const credentialsSchema = z.object({ keys: z.array(jwkSchema) });

export const configCreateBody = z.object({
  title,
  description,
  token_sources: tokenSources,
  token_type: z.enum(['jwt', 'JWT']),
  credentials: credentialsInputSchema,
});

export const configEditBody = z.object({
  title: title.optional(),
  description: description.optional(),
  token_sources: tokenSources.optional(),
});

export const configSchema = z.object({
  id: uuidSchema,
  title: z.string(),
  description: z.string(),
  token_sources: z.array(z.string()),
  token_type: z.literal('JWT'),
  credentials: credentialsSchema,
  created_at: timestampSchema,
  last_updated: timestampSchema,
});

/** PATCH of a configuration returns only these four members: cloudflare-typescript, Token validation. */
export const configEditResult = configSchema.pick({
  id: true,
  title: true,
  description: true,
  token_sources: true,
});

export const selectorSchema = z.object({
  include: z
    .array(z.object({ host: z.array(operationHostSchema) }))
    .nullable()
    .optional(),
  exclude: z
    .array(z.object({ operation_ids: z.array(uuidSchema) }))
    .nullable()
    .optional(),
});

export type Selector = z.infer<typeof selectorSchema>;

const action = z.enum(['log', 'block']);
const expression = text(tokenValidationLimits.expression, 1);

/** The new position of a rule: exactly one member. */
const positionSchema = z.union([
  z.strictObject({ index: z.int().min(1) }),
  z.strictObject({ before: uuidSchema }),
  z.strictObject({ after: uuidSchema }),
]);

export type Position = z.infer<typeof positionSchema>;

/** The published types of a new rule have no `position`, but no client's documents say that it is refused. */
export const ruleCreateBody = z.object({
  title,
  description,
  action,
  enabled: z.boolean(),
  expression,
  selector: selectorSchema,
  position: positionSchema.optional(),
});

export const ruleEditBody = z.object({
  title: title.optional(),
  description: description.optional(),
  action: action.optional(),
  enabled: z.boolean().optional(),
  expression: expression.optional(),
  selector: selectorSchema.optional(),
  position: positionSchema.optional(),
});

export const ruleSchema = z.object({
  id: uuidSchema,
  title: z.string(),
  description: z.string(),
  action,
  enabled: z.boolean(),
  expression: z.string(),
  selector: selectorSchema,
  created_at: timestampSchema,
  last_updated: timestampSchema,
  modified_by: z.string(),
});

export const ruleBulkCreateBody = z.array(ruleCreateBody).min(1).max(tokenValidationLimits.rulesPerBulk);
export const ruleBulkEditBody = z
  .array(ruleEditBody.extend({ id: uuidSchema }))
  .min(1)
  .max(tokenValidationLimits.rulesPerBulk);

const previewStates = ['included', 'excluded', 'ignored'] as const;

export const previewOperationSchema = z.object({
  operation_id: uuidSchema,
  method: operationMethodSchema,
  host: z.string(),
  endpoint: z.string(),
  last_updated: timestampSchema,
  state: z.enum(previewStates),
});

export const previewSchema = z.object({
  operations: z.array(previewOperationSchema),
  total: z.int(),
  included: z.int(),
  excluded: z.int(),
  ignored: z.int(),
  selected_hosts: z.array(z.string()),
  available_hosts: z.array(z.string()),
});

export const zoneParams = z.object({ zone_id: hexIdSchema });
export const configParams = z.object({ zone_id: hexIdSchema, config_id: uuidSchema });
export const ruleParams = z.object({ zone_id: hexIdSchema, rule_id: uuidSchema });
export const pageQuery = z.object({ ...paginationQuery });

export const ruleListQuery = z.object({
  id: uuidSchema.optional(),
  rule_id: uuidSchema.optional(),
  host: z.string().optional(),
  hostname: z.string().optional(),
  action: action.optional(),
  enabled: queryBooleanSchema.optional(),
  token_configuration: queryList(uuidSchema),
  ...paginationQuery,
});

export const previewQuery = z.object({
  state: queryList(z.enum(previewStates)),
  host: queryList(z.string()),
  hostname: queryList(z.string()),
  method: queryList(operationMethodSchema),
  endpoint: queryList(z.string()),
  ...paginationQuery,
  // The smallest page size of the lists is documented, that of a preview is not.
  per_page: perPageQuery(1),
});
