import { z } from 'zod';
import { type ErrorShape, endpoint } from '../../endpoint.ts';
import { envelopeEntrySchema, failureEnvelope, failureEnvelopeSchema } from '../../envelope.ts';
import type { ApiError } from '../../errors.ts';
import { hexIdSchema, pageNumber, pageSize, timestampSchema } from '../../schema.ts';
import { secret } from '../../secret.ts';
import { guardrailsSchema } from './guardrails.ts';
import { backoffs, gatewayIdSchema } from './headers.ts';
import { gatewayLimits as limits } from './limits.ts';
import { rateTechniques, spendLimitsSchema } from './rate-limits.ts';

/** Permissions of the gateway's configuration, logs and routes: Cloudflare OpenAPI document. */
const gatewayEditPermissions = ['AI Gateway Edit'] as const;
const gatewayReadPermissions = ['AI Gateway Edit', 'AI Gateway Read'] as const;

const countOrNull = z.int().min(0).nullable();

/** Required settings of every creation and update: cloudflare-typescript, AI Gateway. */
const required = {
  /** Seconds; null is stored as 0, which is off. */
  cache_ttl: z.int().min(0).max(limits.cacheTtl.max).nullable(),
  cache_invalidate_on_update: z.boolean(),
  collect_logs: z.boolean(),
  /** Seconds of a window, and the requests in it; null or 0 means no limit. */
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
  // `unified` uses prepaid credits: seed, Endpoints; cloudflare-typescript, AI Gateway.
  workers_ai_billing_mode: z.enum(['postpaid', 'unified']).optional(),
  zdr: z.boolean().optional(),
};

/** Settings beyond those documented for creation; the platform's own client sends them in both. */
const further = {
  dlp: z.looseObject({ enabled: z.boolean().optional() }).nullable().optional(),
  guardrails: guardrailsSchema.nullable().optional(),
  otel: z
    .array(
      z.looseObject({ url: z.string().min(1), headers: z.record(z.string(), secret(z.string())).optional() }),
    )
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

/** A gateway in an answer. */
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

/** Default settings of a gateway, which the default gateway has. */
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
const gatewayUrlParams = z.object({ ...gatewayParams.shape, provider: z.string().min(1) });

export const gatewayListQuery = z.object({
  search: z.string().optional(),
  page: pageNumber,
  per_page: pageSize(1, limits.gatewaysPerPageMax, limits.perPageDefault),
});

/** How the configuration refuses: `path` points to the fault. cloudflare-typescript, AI Gateway. */
const gatewayConfigErrorSchema = failureEnvelopeSchema.extend({
  errors: z
    .array(
      envelopeEntrySchema.extend({
        code: z.int(),
        message: z.string().min(1),
        path: z.array(z.union([z.string(), z.int()])).optional(),
      }),
    )
    .min(1),
});

/**
 * The envelope, with `path` if a member of the body or a query parameter is faulty. The message names the fault after
 * its documented words.
 */
const configErrors: ErrorShape = {
  body: (error) => {
    const envelope = failureEnvelope(error);
    const path = getPath(error);
    if (path === undefined) return envelope;
    const fault = error.failure === 'gateway-config-invalid' ? getFault(error) : '';
    const errors = envelope.errors.map((entry) => ({ ...entry, message: entry.message + fault, path }));
    return { ...envelope, errors };
  },
  schema: gatewayConfigErrorSchema,
};

/** The fault, prefixed with its position. */
function getFault({ detail: { field, problem } }: ApiError): string {
  return problem === undefined ? '' : `: ${field === undefined ? '' : `${field} `}${problem}`;
}

/** A body has a pointer; a field without one is a query parameter. */
function getPath({ failure, pointer, detail }: ApiError): (string | number)[] | undefined {
  if (pointer === undefined) {
    return failure === 'gateway-config-invalid' ? ['query', String(detail['field'] ?? '')] : undefined;
  }
  const keys = pointer.split('/').slice(1);
  return ['body', ...keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
}

/** What the operations of the gateway's configuration share. */
export const shared = {
  query: z.object({}),
  answer: 'envelope',
  status: 200,
  errorShape: configErrors,
  refusals: [
    { of: 'body-invalid', as: 'gateway-config-invalid' },
    { of: 'query-invalid', as: 'gateway-config-invalid' },
  ],
  certainty: 'documented',
  source: 'cloudflare-typescript, AI Gateway',
} as const;

export const edit = { kind: 'api', permissions: gatewayEditPermissions } as const;
export const read = { kind: 'api', permissions: gatewayReadPermissions } as const;

const settings: z.input<typeof gatewayUpdateBody> = {
  cache_ttl: 60,
  cache_invalidate_on_update: true,
  collect_logs: true,
  rate_limiting_interval: 60,
  rate_limiting_limit: 100,
  rate_limiting_technique: 'sliding',
};

/** Gateways and their settings. */
export const gatewayEndpoints = {
  'ai-gateway.gateway.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai-gateway/gateways',
    summary: 'List the gateways of an account',
    access: read,
    params: accountParams,
    query: gatewayListQuery,
    result: z.array(gatewaySchema),
    answer: 'page',
    errors: [],
  }),
  'ai-gateway.gateway.create': endpoint({
    ...shared,
    method: 'POST',
    path: '/accounts/{account_id}/ai-gateway/gateways',
    summary: 'Create a gateway',
    access: edit,
    params: accountParams,
    body: gatewayCreateBody,
    example: { id: 'my-gateway', ...settings },
    result: gatewaySchema,
    errors: ['gateway-config-invalid', 'gateway-exists', 'gateway-limit'],
  }),
  'ai-gateway.gateway.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}',
    summary: 'Read a gateway',
    access: read,
    params: gatewayParams,
    result: gatewaySchema,
    errors: ['gateway-config-unknown'],
  }),
  'ai-gateway.gateway.update': endpoint({
    ...shared,
    method: 'PUT',
    path: '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}',
    summary: 'Change the settings of a gateway',
    access: edit,
    params: gatewayParams,
    body: gatewayUpdateBody,
    example: settings,
    result: gatewaySchema,
    errors: ['gateway-config-invalid', 'gateway-config-unknown'],
  }),
  'ai-gateway.gateway.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}',
    summary: 'Delete a gateway and return it',
    access: edit,
    params: gatewayParams,
    result: gatewaySchema,
    errors: ['gateway-config-unknown'],
  }),
  'ai-gateway.gateway.url': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/url/{provider}',
    summary: 'Read the URL of a provider through a gateway',
    access: read,
    params: gatewayUrlParams,
    result: z.string(),
    errors: ['gateway-config-unknown'],
  }),
} as const;
