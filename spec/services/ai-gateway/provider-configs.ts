import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { secret } from '../../secret.ts';
import { edit, gatewayListQuery, gatewayParams, read, shared } from './gateways.ts';

/** Body that stores a provider key under an alias: cloudflare-typescript, AI Gateway. */
export const providerConfigCreateBody = z.object({
  alias: z.string().min(1),
  default_config: z.boolean(),
  provider_slug: z.string().min(1),
  secret: secret(z.string().min(1)).optional(),
  secret_id: z.string().min(1).optional(),
  rate_limit: z.number().min(0).optional(),
  /** Seconds. */
  rate_limit_period: z.number().min(1).optional().meta({ default: 60 }),
});

const providerConfigUpdateBody = z.object({ secret: secret(z.string().min(1)) });

/** A stored key, of which only a preview is shown. */
export const providerConfigSchema = z.object({
  id: z.string().min(1),
  alias: z.string(),
  default_config: z.boolean(),
  gateway_id: z.string(),
  modified_at: z.string(),
  provider_slug: z.string(),
  secret_id: z.string(),
  secret_preview: z.string(),
  rate_limit: z.number().optional(),
  rate_limit_period: z.number().optional(),
});

export type ProviderConfig = z.infer<typeof providerConfigSchema>;

const providerConfigParams = z.object({
  ...gatewayParams.shape,
  provider_config_id: z.string().min(1),
});

/** The alias of the default key. */
export const defaultAlias = 'default';

const configs = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/provider_configs';

/** Provider keys of an account. */
export const providerConfigEndpoints = {
  'ai-gateway.provider-config.list': endpoint({
    ...shared,
    method: 'GET',
    path: configs,
    summary: 'List the provider keys of a gateway',
    access: read,
    params: gatewayParams,
    query: gatewayListQuery.omit({ search: true }),
    result: z.array(providerConfigSchema),
    answer: 'page',
    errors: ['gateway-config-unknown'],
  }),
  'ai-gateway.provider-config.create': endpoint({
    ...shared,
    method: 'POST',
    path: configs,
    summary: 'Store a provider key under an alias',
    access: edit,
    params: gatewayParams,
    body: providerConfigCreateBody,
    example: { alias: 'default', default_config: true, provider_slug: 'openai', secret: 'sk-example' },
    result: providerConfigSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid'],
  }),
  'ai-gateway.provider-config.update': endpoint({
    ...shared,
    method: 'PUT',
    path: `${configs}/{provider_config_id}`,
    summary: 'Replace a provider key',
    access: edit,
    params: providerConfigParams,
    body: providerConfigUpdateBody,
    example: { secret: 'sk-another-example' },
    result: providerConfigSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid'],
  }),
} as const;
