import { z } from 'zod';
import { chatUsageSchema } from '../usage.ts';
import { chatFinishReasonSchema, chatLogprobsSchema } from './answer.ts';
import { chatErrorSchema } from './error.ts';

/** The last frame of a stream of this format; it is no JSON. */
export const chatStreamEnd = '[DONE]';

/** A piece of a call: `id`, `type` and name come with the first piece of each index. */
const toolCallDelta = z.object({
  index: z.int().min(0),
  id: z.string().optional(),
  type: z.literal('function').optional(),
  function: z.object({ name: z.string().optional(), arguments: z.string().optional() }).optional(),
});

export const chatDeltaSchema = z.object({
  role: z.literal('assistant').optional(),
  content: z.string().nullable().optional(),
  refusal: z.string().nullable().optional(),
  reasoning_content: z.string().nullable().optional(),
  reasoning: z.string().nullable().optional(),
  tool_calls: z.array(toolCallDelta).optional(),
});

/**
 * One chunk: fact sheet inference, section 3. `choices` is always there, and empty only in the chunk that
 * brings the usage.
 */
export const chatChunkSchema = z
  .object({
    id: z.string().min(1),
    object: z.literal('chat.completion.chunk'),
    created: z.int().min(0),
    model: z.string().min(1),
    choices: z.array(
      z.object({
        index: z.int().min(0),
        delta: chatDeltaSchema,
        logprobs: chatLogprobsSchema.nullable().optional(),
        finish_reason: chatFinishReasonSchema.nullable(),
      }),
    ),
    usage: chatUsageSchema.nullable().optional(),
    system_fingerprint: z.string().nullable().optional(),
    service_tier: z.string().nullable().optional(),
  })
  .refine((chunk) => chunk.choices.length > 0 || Boolean(chunk.usage), {
    error: 'a chunk without choices has to bring the usage',
  });

export type ChatChunk = z.infer<typeof chatChunkSchema>;

/** Data of each frame before `[DONE]`: a chunk, or the error that ends the stream. */
export const chatStreamFrameSchema = z.union([chatChunkSchema, chatErrorSchema]);

export type ChatStreamFrame = z.infer<typeof chatStreamFrameSchema>;
