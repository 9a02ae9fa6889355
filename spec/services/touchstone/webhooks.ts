import { z } from 'zod';
import { hexIdSchema, queryInteger, timestampSchema, uuidSchema } from '../../schema.ts';
import { deliveryStates } from '../inference/background-run.ts';
import { webhookFormats } from '../inference/run.ts';
import { touchstoneLimits } from './schemas.ts';

/** A webhook of a background run, and what became of it. */
export const webhookDeliverySchema = z.object({
  /** When it was over. */
  at: timestampSchema,
  account_id: hexIdSchema,
  run_id: uuidSchema,
  url: z.string(),
  format: z.enum(webhookFormats),
  /** The JSON that was sent, or would have been: the payload, or its text in the format `chat`. */
  body: z.record(z.string(), z.unknown()),
  outcome: z.enum(deliveryStates).exclude(['none', 'pending']),
  /** Status of the receiver's answer; null where there was none. */
  status: z.int().nullable(),
  /** Address that was connected to; null where the runtime does not say, or nothing was connected to. */
  address: z.string().nullable(),
  /** What stood in its way; null for one that was delivered. */
  problem: z.string().nullable(),
});

export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhooksQuery = z.object({
  run_id: uuidSchema.optional(),
  limit: queryInteger(1, touchstoneLimits.webhookDeliveries, touchstoneLimits.webhookDeliveries),
});
