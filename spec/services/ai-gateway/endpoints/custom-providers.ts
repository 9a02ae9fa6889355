import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import {
  customProviderCreateBody,
  customProviderListQuery,
  customProviderParams,
  customProviderSchema,
  customProviderUpdateBody,
} from '../custom-providers.ts';
import { accountParams } from '../gateway.ts';
import { edit, read, shared } from './shared.ts';

const providers = '/accounts/{account_id}/ai-gateway/custom-providers';

const written = {
  ...shared,
  access: edit,
  result: customProviderSchema,
  refusals: [{ of: 'body-invalid', at: '/base_url', as: 'custom-provider-url' }, ...shared.refusals],
} as const;

/** Providers that an account makes known to its gateways. */
export const customProviderEndpoints = {
  'ai-gateway.custom-provider.list': endpoint({
    ...shared,
    method: 'GET',
    path: providers,
    summary: 'List the custom providers of an account, by position and then name',
    access: read,
    params: accountParams,
    query: customProviderListQuery,
    result: z.array(customProviderSchema),
    answer: 'page',
    errors: [],
  }),
  'ai-gateway.custom-provider.create': endpoint({
    ...written,
    method: 'POST',
    path: providers,
    summary: 'Make a provider known that is reached over HTTPS',
    params: accountParams,
    body: customProviderCreateBody,
    example: { name: 'Our models', slug: 'our-models', base_url: 'https://models.example', enable: true },
    errors: ['gateway-config-invalid', 'custom-provider-url', 'custom-provider-exists'],
  }),
  'ai-gateway.custom-provider.get': endpoint({
    ...shared,
    method: 'GET',
    path: `${providers}/{custom_provider_id}`,
    summary: 'Read a custom provider',
    access: read,
    params: customProviderParams,
    result: customProviderSchema,
    errors: ['custom-provider-unknown'],
  }),
  'ai-gateway.custom-provider.edit': endpoint({
    ...written,
    method: 'PATCH',
    path: `${providers}/{custom_provider_id}`,
    summary: 'Change a custom provider; what is left out stays',
    params: customProviderParams,
    body: customProviderUpdateBody,
    example: { enable: false },
    errors: [
      'gateway-config-invalid',
      'custom-provider-url',
      'custom-provider-exists',
      'custom-provider-unknown',
    ],
  }),
  'ai-gateway.custom-provider.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: `${providers}/{custom_provider_id}`,
    summary: 'Delete a custom provider, and answer what it was',
    access: edit,
    params: customProviderParams,
    result: customProviderSchema,
    errors: ['custom-provider-unknown'],
  }),
} as const;
