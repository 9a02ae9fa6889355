import { z } from 'zod';
import { gatewayLimits as limits } from '../limits.ts';
import { headerBoolean, headerInteger, headerJson } from './values.ts';

/** How the waits between attempts grow: seed, Per-request headers. */
export const backoffs = ['constant', 'linear', 'exponential'] as const;

export type Backoff = (typeof backoffs)[number];

/** A gateway's id (characters: inferred from what stands in a path). */
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
 * Request headers of the gateway, by their lower-case names: seed, Per-request headers; fact sheet
 * inference, section 6.1. Refusing what is out of bounds is inferred; what a caller gets is then a 400.
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

/** Old names that still work, by the names that took their place. */
export const formerHeaderNames = {
  'cf-aig-skip-cache': 'cf-skip-cache',
  'cf-aig-cache-ttl': 'cf-cache-ttl',
} as const satisfies Partial<Record<keyof GatewayRequestHeaders, string>>;

/** Headers of another surface: this API does not read them. */
export const gatewayHostHeaders = ['cf-aig-authorization'] as const;

/**
 * The gateway's headers of a request, before they are checked; a new name wins over the old one.
 *
 * @example
 * gatewayHeadersOf(new Headers({ 'cf-skip-cache': 'true' })) // { 'cf-aig-skip-cache': 'true' }
 */
export function gatewayHeadersOf(headers: { get(name: string): string | null }): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, former } of headerNames) {
    const value = headers.get(name) ?? (former === undefined ? null : headers.get(former));
    if (value !== null) found[name] = value;
  }
  return found;
}

/** Read for every run, so they are put together once. */
const headerNames = Object.keys(gatewayRequestHeaders.shape).map((name) => ({
  name,
  former: (formerHeaderNames as Readonly<Record<string, string>>)[name], // Most names have none.
}));
