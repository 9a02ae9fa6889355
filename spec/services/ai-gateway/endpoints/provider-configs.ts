import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import { gatewayListQuery, gatewayParams } from '../gateway.ts';
import {
  providerConfigCreateBody,
  providerConfigParams,
  providerConfigSchema,
  providerConfigUpdateBody,
} from '../provider-configs.ts';
import { edit, read, shared } from './shared.ts';

const configs = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/provider_configs';

/** Keys of providers that an account brings along. */
export const providerConfigEndpoints = {
  'ai-gateway.provider-config.list': endpoint({
    ...shared,
    method: 'GET',
    path: configs,
    summary: 'List the keys of providers that a gateway has',
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
    summary: 'Store a key of a provider under an alias',
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
    summary: 'Replace a key of a provider',
    access: edit,
    params: providerConfigParams,
    body: providerConfigUpdateBody,
    example: { secret: 'sk-another-example' },
    result: providerConfigSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid'],
  }),
} as const;
