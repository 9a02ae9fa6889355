import { z } from 'zod';
import { messageUsageSchema } from '../usage.ts';
import { outputBlockSchema } from './blocks.ts';

/** Why a message ended. */
export const messageStopReasonSchema = z.enum([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
]);

/** Whose key paid for a run of a third-party model: fact sheet inference, section 2.2. */
export const gatewayMetadataSchema = z.object({ keySource: z.string().min(1) });

/** A message: fact sheet inference, section 2.6. */
export const messageSchema = z
  .object({
    id: z.string().min(1),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string().min(1),
    content: z.array(outputBlockSchema),
    stop_reason: messageStopReasonSchema,
    stop_sequence: z.string().nullable(),
    stop_details: z.unknown().nullable().optional(),
    usage: messageUsageSchema,
    gatewayMetadata: gatewayMetadataSchema.optional(),
  })
  .refine((message) => (message.stop_reason === 'stop_sequence') === (message.stop_sequence !== null), {
    error: 'stop_sequence names the text that ended the message, and only then',
    path: ['stop_sequence'],
  })
  .refine(
    ({ stop_reason, content }) =>
      stop_reason !== 'tool_use' || content.some((block) => block.type === 'tool_use'),
    { error: 'a message that ends with tool_use has to use a tool', path: ['content'] },
  );

export type MessageObject = z.infer<typeof messageSchema>;
