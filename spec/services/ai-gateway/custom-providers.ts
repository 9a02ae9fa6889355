import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { queryBooleanSchema, timestampSchema, uuidSchema } from '../../schema.ts';
import { secret } from '../../secret.ts';
import { accountParams, edit, gatewayListQuery, read, shared } from './gateways.ts';
import { gatewayLimits as limits } from './limits.ts';

/** Requests name the provider `custom-<slug>`. */
const slug = z
  .string()
  .min(1)
  .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, 'must be letters, digits and hyphens between them');

const baseUrl = z
  .string()
  .regex(/^https:\/\/[^\s/?#]/, 'must be a URL that starts with https://')
  .refine((value) => URL.canParse(value), 'must be a URL')
  .meta({ format: 'uri' });

/** Headers that go to the provider with each request, as a JSON object in a string. */
const headers = z
  .string()
  .max(limits.customProviderHeaders)
  .refine(isHeaders, 'must be a JSON object whose members are texts')
  .meta({ format: 'json' });

function isHeaders(text: string): boolean {
  try {
    return z.record(z.string(), z.string()).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const required = { name: z.string().min(1), slug, base_url: baseUrl };

const optional = {
  beta: z.boolean().optional(),
  enable: z.boolean().optional(),
  description: z.string().optional(),
  link: z.string().optional(),
  headers: secret(headers).optional(),
  curl_example: z.string().optional(),
  js_example: z.string().optional(),
  /** Position in the list. */
  position: z.number().optional(),
};

/** Body that creates a custom provider: types of the platform's client, and its documentation. */
export const customProviderCreateBody = z.object({ ...required, ...optional });

/** Changes of a provider; omitted members stay. */
const customProviderUpdateBody = customProviderCreateBody.partial();

export const customProviderSchema = z.object({
  id: uuidSchema,
  ...required,
  ...optional,
  /** A picture as SVG, in Base64; no request sends one, so the mock generates it. */
  logo: z.string().optional(),
  created_at: timestampSchema,
  modified_at: timestampSchema,
});

export type CustomProvider = z.infer<typeof customProviderSchema>;

const customProviderParams = z.object({
  ...accountParams.shape,
  custom_provider_id: z.string().min(1),
});

const customProviderListQuery = z.object({
  ...gatewayListQuery.shape,
  beta: queryBooleanSchema.optional(),
  enable: queryBooleanSchema.optional(),
});

const providers = '/accounts/{account_id}/ai-gateway/custom-providers';

const written = {
  ...shared,
  access: edit,
  result: customProviderSchema,
  refusals: [{ of: 'body-invalid', at: '/base_url', as: 'custom-provider-url' }, ...shared.refusals],
} as const;

/** Custom providers of an account. */
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
    summary: 'Create a provider that is reached over HTTPS',
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
    summary: 'Change a custom provider; omitted members stay',
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
    summary: 'Delete a custom provider and return it',
    access: edit,
    params: customProviderParams,
    result: customProviderSchema,
    errors: ['custom-provider-unknown'],
  }),
} as const;
