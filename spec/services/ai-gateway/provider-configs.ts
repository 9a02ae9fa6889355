import { z } from 'zod';
import { gatewayParams } from './gateway.ts';

/** Body that stores a key of a provider, under an alias: fact sheet inference, section 6.8. */
export const providerConfigCreateBody = z.object({
  alias: z.string().min(1),
  default_config: z.boolean(),
  provider_slug: z.string().min(1),
  secret: z.string().min(1).optional(),
  secret_id: z.string().min(1).optional(),
  rate_limit: z.number().min(0).optional(),
  /** Seconds. */
  rate_limit_period: z.number().min(1).optional().meta({ default: 60 }),
});

export const providerConfigUpdateBody = z.object({ secret: z.string().min(1) });

/** A stored key, of which only the ends are shown. */
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

export const providerConfigParams = z.object({
  ...gatewayParams.shape,
  provider_config_id: z.string().min(1),
});

/** The alias of the key that is used where a request names none. */
export const defaultAlias = 'default';
