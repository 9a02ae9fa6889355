import { z } from 'zod';
import { finalRunStates, runErrorSchema } from './background-run.ts';
import { inferenceLimits as limits } from './limits.ts';
import type { webhookFormats } from './run.ts';

/** What a webhook says of a run, exactly these seven members: seed, Webhook payload. */
export const webhookPayloadSchema = z
  .strictObject({
    id: z.string().min(1),
    state: z.enum(finalRunStates),
    result: z.record(z.string(), z.unknown()),
    error: runErrorSchema.nullable(),
    provider: z.string().min(1),
    model: z.string().min(1),
    usage: z.record(z.string(), z.unknown()),
  })
  .refine(({ state, error }) => (state === 'Failed') === (error !== null), {
    error: 'a run has an error when it failed, and only then',
    path: ['error'],
  });

export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;

/** Body of a webhook in the format `chat`: one member, which chat programs show as it is. */
export const chatWebhookSchema = z.strictObject({ text: z.string().min(1) });

/**
 * The body of a webhook.
 *
 * @example
 * webhookBody(payload, 'chat') // { text: '{\n  "id": "…"\n}' }
 */
export function webhookBody(
  payload: WebhookPayload,
  format: (typeof webhookFormats)[number],
): WebhookPayload | z.infer<typeof chatWebhookSchema> {
  if (format === 'raw') return payload;
  return { text: JSON.stringify(payload, null, limits.webhookIndent) };
}
