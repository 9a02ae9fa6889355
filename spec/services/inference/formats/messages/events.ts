import { z } from 'zod';
import { messageUsageSchema } from '../usage.ts';
import { messageStopReasonSchema } from './answer.ts';
import { outputBlockSchema } from './blocks.ts';
import { messagesErrorSchema } from './error.ts';

const ofBlock = { index: z.int().min(0) };

/** What `message_start` brings: a message that has nothing yet. */
const startedMessage = z.object({
  id: z.string().min(1),
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: z.string().min(1),
  content: z.array(z.never()),
  stop_reason: z.null(),
  stop_sequence: z.null(),
  usage: messageUsageSchema,
});

/** What a `content_block_delta` adds to its block. */
export const blockDeltaSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), text: z.string() }),
  z.object({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.object({ type: z.literal('signature_delta'), signature: z.string() }),
  z.object({ type: z.literal('citations_delta'), citation: z.unknown() }),
]);

/**
 * Data of each event of a Messages stream, told apart by `type`, which has to be the name of the event too:
 * clients silently read nothing without it (fact sheet inference, section 3).
 */
export const messageEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: startedMessage }),
  z.object({ type: z.literal('content_block_start'), ...ofBlock, content_block: outputBlockSchema }),
  z.object({ type: z.literal('content_block_delta'), ...ofBlock, delta: blockDeltaSchema }),
  z.object({ type: z.literal('content_block_stop'), ...ofBlock }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({
      stop_reason: messageStopReasonSchema.nullable(),
      stop_sequence: z.string().nullable(),
    }),
    /** Counts from the start of the message on, not since the last event. */
    usage: messageUsageSchema.partial({ input_tokens: true }),
  }),
  z.object({ type: z.literal('message_stop') }),
  z.object({ type: z.literal('ping') }),
  messagesErrorSchema,
]);

export type MessageEvent = z.infer<typeof messageEventSchema>;

/** Events after which nothing follows. */
export const messageFinalTypes = ['message_stop', 'error'] as const;
