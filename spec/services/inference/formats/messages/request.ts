import { z } from 'zod';
import { inferenceLimits as limits } from '../../limits.ts';
import { toolNameSchema } from '../chat-completions/tools.ts';
import { inputBlockSchema, textBlockSchema } from './blocks.ts';

/** One turn of a conversation. */
export const messageParamSchema = z.looseObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().min(1), z.array(inputBlockSchema).min(1)]),
});

export type MessageParam = z.infer<typeof messageParamSchema>;

/** A tool of the caller; tools that the provider runs itself have a `type` and no `input_schema`. */
export const messageToolSchema = z.union([
  z.looseObject({
    type: z.literal('custom').nullable().optional(),
    name: toolNameSchema,
    description: z.string().optional(),
    input_schema: z.looseObject({ type: z.literal('object') }),
  }),
  z.looseObject({
    type: z
      .string()
      .min(1)
      .refine((type) => type !== 'custom', 'needs input_schema beside it'),
    name: toolNameSchema,
  }),
]);

export type MessageTool = z.infer<typeof messageToolSchema>;

const parallel = { disable_parallel_tool_use: z.boolean().optional() };

export const messageToolChoiceSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('auto'), ...parallel }),
  z.looseObject({ type: z.literal('any'), ...parallel }),
  z.looseObject({ type: z.literal('tool'), name: z.string().min(1), ...parallel }),
  z.looseObject({ type: z.literal('none') }),
]);

/** Whether the model thinks aloud first, and how many tokens it may spend on that. */
export const thinkingSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1) }),
  z.looseObject({ type: z.literal('adaptive') }),
  z.looseObject({ type: z.literal('disabled') }),
]);

/** Members of a Messages request beside `model`: seed, Endpoints; fact sheet inference, section 2.6. */
export const messagesInputSchema = z.looseObject({
  max_tokens: z.int().min(1),
  messages: z.array(messageParamSchema).min(1),
  system: z.union([z.string(), z.array(textBlockSchema)]).optional(),
  stream: z.boolean().optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  stop_sequences: z.array(z.string()).optional(),
  tools: z.array(messageToolSchema).max(limits.tools).optional(),
  tool_choice: messageToolChoiceSchema.optional(),
  thinking: thinkingSchema.optional(),
  output_config: z
    .looseObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullable().optional(),
      format: z
        .looseObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })
        .nullable()
        .optional(),
    })
    .optional(),
  metadata: z.looseObject({ user_id: z.string().nullable().optional() }).optional(),
  service_tier: z.string().optional(),
});

export type MessagesInput = z.infer<typeof messagesInputSchema>;

/** Body of `/ai/v1/messages`. Unknown members pass. */
export const messagesRequestSchema = messagesInputSchema.extend({ model: z.string().min(1) });

export type MessagesRequest = z.infer<typeof messagesRequestSchema>;
