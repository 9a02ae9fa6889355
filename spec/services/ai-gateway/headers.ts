import { z } from 'zod';
import { gatewayLimits as limits } from './limits.ts';

type MetadataValue = string | number | boolean;

/** Metadata that a caller adds to the log entry of a request. */
export type Metadata = Readonly<Record<string, MetadataValue>>;

/** Reserved keys of the platform, which are removed. */
const reserved = 'cf.';

/**
 * The part of the caller's metadata that a log entry keeps: cloudflare-typescript, AI Gateway.
 *
 * Reserved keys, values that are null or nested, and entries after the fifth are dropped. None of that is an error.
 *
 * @returns null if nothing is kept
 *
 * @example
 * keptMetadata({ user: 7, 'cf.zone': 'x' }) // { user: 7 }
 * keptMetadata({ user: 7, tags: ['a'] }) // { user: 7 }
 */
export function keptMetadata(sent: unknown): Metadata | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const entries = Object.entries(sent as Record<string, unknown>); // JSON objects have string keys
  const kept: [string, MetadataValue][] = [];
  for (const [key, value] of entries) {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain && !key.startsWith(reserved)) kept.push([key, value]);
  }
  return Object.fromEntries(kept.slice(0, limits.metadataEntries));
}

/** A whole number written in a header. */
function headerInteger(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** `true` or `false` written in a header, in any case (the case: inferred). */
const headerBoolean = z
  .string()
  .regex(/^(?:true|false)$/i, 'must be true or false')
  .transform((value) => value.toLowerCase() === 'true')
  .meta({ type: 'boolean' });

/** JSON in a header, with a schema. */
function headerJson<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** How the waits between attempts grow: seed, Per-request headers. */
export const backoffs = ['constant', 'linear', 'exponential'] as const;

/** A gateway's id (characters: inferred from its use in paths). */
export const gatewayIdSchema = z
  .string()
  .regex(
    new RegExp(`^[\\w-]{1,${limits.id}}$`),
    `must be 1 to ${limits.id} letters, digits, hyphens or underscores`,
  )
  .meta({ example: 'default' });

const customCost = z.union([
  z.strictObject({ per_token_in: z.number().min(0).optional(), per_token_out: z.number().min(0).optional() }),
  z.strictObject({ total_cost: z.number().min(0) }),
]);

/**
 * Request headers of the gateway, by their lower-case names: seed, Per-request headers; Cloudflare docs, AI Gateway
 * header glossary. That values out of bounds get a 400 is inferred.
 */
export const gatewayRequestHeaders = z.object({
  'cf-aig-gateway-id': gatewayIdSchema.optional(),
  'cf-aig-skip-cache': headerBoolean.optional(),
  'cf-aig-cache-ttl': headerInteger(0, limits.cacheTtl.max).optional(),
  'cf-aig-cache-key': z.string().min(1).max(limits.cacheKey).optional(),
  'cf-aig-collect-log': headerBoolean.optional(),
  'cf-aig-collect-log-payload': headerBoolean.optional(),
  'cf-aig-request-timeout': headerInteger(1, limits.requestTimeoutMs).optional(),
  'cf-aig-max-attempts': headerInteger(limits.maxAttempts.min, limits.maxAttempts.max).optional(),
  'cf-aig-retry-delay': headerInteger(limits.retryDelayMs.min, limits.retryDelayMs.max).optional(),
  'cf-aig-backoff': z.enum(backoffs).optional(),
  'cf-aig-metadata': headerJson(z.unknown()).optional(),
  'cf-aig-byok-alias': z.string().min(1).optional(),
  'cf-aig-no-wholesale': headerBoolean.optional(),
  'cf-aig-zdr': headerBoolean.optional(),
  'cf-aig-custom-cost': headerJson(customCost).optional(),
  'cf-aig-event-id': z.string().min(1).optional(),
});

export type GatewayRequestHeaders = z.output<typeof gatewayRequestHeaders>;

/** Old names that still work, by their replacements. */
const formerHeaderNames = {
  'cf-aig-skip-cache': 'cf-skip-cache',
  'cf-aig-cache-ttl': 'cf-cache-ttl',
} as const satisfies Partial<Record<keyof GatewayRequestHeaders, string>>;

/**
 * The gateway's headers of a request, before validation; a new name overrides the old one.
 *
 * @example
 * getGatewayHeaders(new Headers({ 'cf-skip-cache': 'true' })) // { 'cf-aig-skip-cache': 'true' }
 */
export function getGatewayHeaders(headers: { get(name: string): string | null }): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, former } of headerNames) {
    const value = headers.get(name) ?? (former === undefined ? null : headers.get(former));
    if (value !== null) found[name] = value;
  }
  return found;
}

/** Every run reads them, so the list is built once. */
const headerNames = Object.keys(gatewayRequestHeaders.shape).map((name) => ({
  name,
  former: (formerHeaderNames as Readonly<Record<string, string>>)[name], // Most names have none.
}));

/** A log id: the current form, and the one before it. */
export const logIdSchema = z
  .string()
  .regex(
    /^(?:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9A-HJKMNP-TV-Z]{26})$/,
    'must be a UUID of version 7 or a ULID',
  )
  .meta({ example: '0199c3b2-9c1e-7f3a-8d3e-2f6a1c0b9d4e' });

/** The match of a data rule in its header. */
const dlp = z.looseObject({
  findings: z.array(
    z.looseObject({
      profile: z.looseObject({
        context: z.unknown().optional(),
        entry_ids: z.array(z.string()),
        profile_id: z.string(),
      }),
      policy_ids: z.array(z.string()),
      check: z.string(),
    }),
  ),
  action: z.string(),
});

/**
 * Response headers of the gateway, by their lower-case names: Cloudflare docs, AI Gateway header glossary. None has the
 * remainder of a limit.
 */
export const gatewayResponseHeaders = z.object({
  'cf-aig-cache-status': z.enum(['HIT', 'MISS']).optional(),
  'cf-aig-log-id': logIdSchema.optional(),
  'cf-aig-event-id': z.string().min(1).optional(),
  'cf-aig-request-id': z.string().min(1).optional(),
  'cf-aig-step': headerInteger(0, 100).optional(),
  'cf-aig-model': z.string().min(1).optional(),
  'cf-aig-provider': z.string().min(1).optional(),
  'cf-aig-run-id': z.string().min(1).optional(),
  'cf-aig-dlp': headerJson(dlp).optional(),
  'cf-ai-req-id': z.string().min(1).optional(),
});

export type GatewayResponseHeaders = z.input<typeof gatewayResponseHeaders>;
