import { z } from 'zod';
import { messagesInputSchema } from '../formats/messages/request.ts';

/**
 * Input of Anthropic models on the run endpoints: `system` is a text there, never blocks (fact sheet
 * inference, section 2.6).
 */
export const anthropicInputSchema = messagesInputSchema.extend({ system: z.string().optional() });

export type AnthropicInput = z.infer<typeof anthropicInputSchema>;

/** What a newer Anthropic model says of a temperature. */
export const temperatureUnsupported =
  '`temperature` is not supported on this model. Remove it from your request.';
