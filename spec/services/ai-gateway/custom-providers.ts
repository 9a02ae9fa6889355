import { z } from 'zod';
import { queryBooleanSchema, timestampSchema, uuidSchema } from '../../schema.ts';
import { accountParams, gatewayListQuery } from './gateway.ts';
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

/** Headers that go to the provider with each request, as the text of a JSON object. */
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
  headers: headers.optional(),
  curl_example: z.string().optional(),
  js_example: z.string().optional(),
  /** Place in the list. */
  position: z.number().optional(),
};

/** Body that makes a provider of one's own known: types of the platform's client, and its documentation. */
export const customProviderCreateBody = z.object({ ...required, ...optional });

export type CustomProviderCreate = z.infer<typeof customProviderCreateBody>;

/** What of a provider is to change; what is left out stays. */
export const customProviderUpdateBody = customProviderCreateBody.partial();

export const customProviderSchema = z.object({
  id: uuidSchema,
  ...required,
  ...optional,
  /** A picture as SVG, in base64; nobody sends one, so it is made. */
  logo: z.string().optional(),
  created_at: timestampSchema,
  modified_at: timestampSchema,
});

export type CustomProvider = z.infer<typeof customProviderSchema>;

export const customProviderParams = z.object({
  ...accountParams.shape,
  custom_provider_id: z.string().min(1),
});

export const customProviderListQuery = z.object({
  ...gatewayListQuery.shape,
  beta: queryBooleanSchema.optional(),
  enable: queryBooleanSchema.optional(),
});
