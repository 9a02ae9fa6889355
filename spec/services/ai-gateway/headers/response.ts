import { z } from 'zod';
import { headerInteger, headerJson } from './values.ts';

/** A log id: the form of today, and the one before it (section 6.2). */
export const logIdSchema = z
  .string()
  .regex(
    /^(?:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9A-HJKMNP-TV-Z]{26})$/,
    'must be a UUID of version 7 or a ULID',
  )
  .meta({ example: '0199c3b2-9c1e-7f3a-8d3e-2f6a1c0b9d4e' });

/** What a data-loss rule found, as its header tells it. */
const dlp = z.looseObject({
  findings: z.array(
    z.looseObject({
      profile: z.looseObject({
        context: z.unknown().optional(),
        entry_ids: z.array(z.string()),
        profile_id: z.string(),
      }),
      policy_ids: z.array(z.string()),
      check: z.string(),
    }),
  ),
  action: z.string(),
});

/**
 * Response headers of the gateway, by their lower-case names: fact sheet inference, section 6.2. None says
 * how much of a limit is left.
 */
export const gatewayResponseHeaders = z.object({
  'cf-aig-cache-status': z.enum(['HIT', 'MISS']).optional(),
  'cf-aig-log-id': logIdSchema.optional(),
  'cf-aig-event-id': z.string().min(1).optional(),
  'cf-aig-request-id': z.string().min(1).optional(),
  'cf-aig-step': headerInteger(0, 100).optional(),
  'cf-aig-model': z.string().min(1).optional(),
  'cf-aig-provider': z.string().min(1).optional(),
  'cf-aig-run-id': z.string().min(1).optional(),
  'cf-aig-dlp': headerJson(dlp).optional(),
  'cf-ai-req-id': z.string().min(1).optional(),
});

export type GatewayResponseHeaders = z.input<typeof gatewayResponseHeaders>;
