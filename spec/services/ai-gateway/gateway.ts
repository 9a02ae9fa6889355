import { z } from 'zod';
import { hexIdSchema, queryInteger, timestampSchema } from '../../schema.ts';
import { billingModes } from './billing.ts';
import { guardrailsSchema } from './guardrails.ts';
import { backoffs, gatewayIdSchema } from './headers/request.ts';
import { gatewayLimits as limits } from './limits.ts';
import { rateTechniques, spendLimitsSchema } from './rate-limits.ts';

const countOrNull = z.int().min(0).nullable();

/** Settings that every creation and every update names: fact sheet inference, section 6.8. */
const required = {
  /** Seconds; null is kept as 0, which is off. */
  cache_ttl: z.int().min(0).max(limits.cacheTtl.max).nullable(),
  cache_invalidate_on_update: z.boolean(),
  collect_logs: z.boolean(),
  /** Seconds of a window, and the requests in it; null or 0 is no limit. */
  rate_limiting_interval: countOrNull,
  rate_limiting_limit: countOrNull,
};

const optional = {
  authentication: z.boolean().optional(),
  /** Null leaves the choice to the gateway. */
  rate_limiting_technique: z.enum(rateTechniques).nullable().optional(),
  log_management: z.int().min(limits.logManagement.min).max(limits.logManagement.max).nullable().optional(),
  log_management_strategy: z.enum(['STOP_INSERTING', 'DELETE_OLDEST']).nullable().optional(),
  logpush: z.boolean().optional(),
  logpush_public_key: z
    .string()
    .min(limits.logpushPublicKey.min)
    .max(limits.logpushPublicKey.max)
    .nullable()
    .optional(),
  retry_max_attempts: z.int().min(limits.maxAttempts.min).max(limits.maxAttempts.max).nullable().optional(),
  /** Milliseconds. */
  retry_delay: z.int().min(0).max(limits.retryDelaySettingMs).nullable().optional(),
  retry_backoff: z.enum(backoffs).nullable().optional(),
  store_id: z.string().nullable().optional(),
  workers_ai_billing_mode: z.enum(billingModes).optional(),
  zdr: z.boolean().optional(),
};

/** Settings beyond those of the fact sheet's creation: the platform's own client sends them in both. */
const further = {
  dlp: z.looseObject({ enabled: z.boolean().optional() }).nullable().optional(),
  guardrails: guardrailsSchema.nullable().optional(),
  otel: z
    .array(z.looseObject({ url: z.string().min(1), headers: z.record(z.string(), z.string()).optional() }))
    .max(limits.otelTargets)
    .nullable()
    .optional(),
  spend_limits: spendLimitsSchema.nullable().optional(),
  stripe: z.looseObject({}).nullable().optional(),
  log_classification: z.boolean().optional(),
  byok_only: z.boolean().optional(),
};

export const gatewayCreateBody = z.object({ id: gatewayIdSchema, ...required, ...optional, ...further });

export type GatewayCreate = z.infer<typeof gatewayCreateBody>;

export const gatewayUpdateBody = z.object({ ...required, ...optional, ...further });

export type GatewayUpdate = z.infer<typeof gatewayUpdateBody>;

/** A gateway as it is answered. */
export const gatewaySchema = z.object({
  id: gatewayIdSchema,
  ...required,
  cache_ttl: z.int().min(0),
  ...optional,
  ...further,
  created_at: timestampSchema,
  modified_at: timestampSchema,
  is_default: z.boolean().optional(),
  wholesale: z.boolean().optional(),
});

export type Gateway = z.infer<typeof gatewaySchema>;

/** What a gateway has that nobody set, and what the default gateway is made with: section 6.7. */
export const defaultGatewaySettings = {
  cache_ttl: 0,
  cache_invalidate_on_update: false,
  collect_logs: true,
  rate_limiting_interval: 0,
  rate_limiting_limit: 0,
  authentication: true,
  rate_limiting_technique: 'fixed',
  workers_ai_billing_mode: 'postpaid',
} as const satisfies GatewayUpdate;

export const accountParams = z.object({ account_id: hexIdSchema });
export const gatewayParams = z.object({ account_id: hexIdSchema, gateway_id: gatewayIdSchema });
export const gatewayUrlParams = z.object({ ...gatewayParams.shape, provider: z.string().min(1) });

export const gatewayListQuery = z.object({
  search: z.string().optional(),
  page: queryInteger(1, 999_999_999, 1).meta({ type: 'integer', minimum: 1, default: 1 }),
  per_page: queryInteger(1, limits.gatewaysPerPageMax, limits.perPageDefault).meta({
    type: 'integer',
    minimum: 1,
    maximum: limits.gatewaysPerPageMax,
    default: limits.perPageDefault,
  }),
});

/**
 * Where clients of the other surface reach a gateway.
 *
 * @example
 * gatewayUrl('023e105f4ecef8ad9ca31a8372d0c353', 'default', 'openai')
 */
export function gatewayUrl(account: string, gateway: string, provider: string): string {
  return `https://gateway.ai.cloudflare.com/v1/${account}/${gateway}/${provider}`;
}
