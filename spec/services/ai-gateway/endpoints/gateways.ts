import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import {
  accountParams,
  gatewayCreateBody,
  gatewayListQuery,
  gatewayParams,
  gatewaySchema,
  gatewayUpdateBody,
  gatewayUrlParams,
} from '../gateway.ts';
import { edit, read, shared } from './shared.ts';

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
    summary: 'Delete a gateway, and answer what it was',
    access: edit,
    params: gatewayParams,
    result: gatewaySchema,
    errors: ['gateway-config-unknown'],
  }),
  'ai-gateway.gateway.url': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/url/{provider}',
    summary: 'Say where a provider is reached through a gateway',
    access: read,
    params: gatewayUrlParams,
    result: z.string(),
    errors: ['gateway-config-unknown'],
  }),
} as const;
