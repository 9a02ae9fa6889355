import { z } from 'zod';
import { inferenceLimits as limits } from '../../limits.ts';
import { chatMessageSchema } from './messages.ts';
import { responseFormatSchema } from './response-format.ts';
import { chatToolChoiceSchema, chatToolsSchema } from './tools.ts';

const count = z.int().min(1);
const penalty = z.number().min(limits.penalty.min).max(limits.penalty.max);

/** How hard a model thinks; null is as it does by itself. */
export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);

/** The members that any JSON body of a run may have beside the input: fact sheet inference, section 2.3. */
export const inputOptionsSchema = z.looseObject({ rejectIfBusy: z.boolean().optional() });

/** What all forms of a chat have in common, whether the model stands in the path or in the body. */
export const chatInputSchema = z.looseObject({
  messages: z.array(chatMessageSchema).min(1),
  max_tokens: count.nullable().optional(),
  max_completion_tokens: count.nullable().optional(),
  temperature: z.number().min(0).max(limits.temperature.max).nullable().optional(),
  top_p: z.number().min(0).max(1).nullable().optional(),
  n: z.int().min(1).max(limits.completions).nullable().optional(),
  stop: z
    .union([z.string(), z.array(z.string()).max(limits.stopTexts)])
    .nullable()
    .optional(),
  seed: z.int().nullable().optional(),
  logprobs: z.boolean().nullable().optional(),
  top_logprobs: z.int().min(0).max(limits.topLogprobs).nullable().optional(),
  logit_bias: z.record(z.string(), z.number()).nullable().optional(),
  user: z.string().optional(),
  metadata: z.record(z.string(), z.string()).nullable().optional(),
  store: z.boolean().nullable().optional(),
  service_tier: z.string().nullable().optional(),
  parallel_tool_calls: z.boolean().optional(),
  prediction: z
    .looseObject({ type: z.literal('content') })
    .nullable()
    .optional(),
  modalities: z
    .array(z.enum(['text', 'audio']))
    .nullable()
    .optional(),
  audio: z.looseObject({ format: z.string(), voice: z.unknown() }).nullable().optional(),
  web_search_options: z.looseObject({}).optional(),
  frequency_penalty: penalty.nullable().optional(),
  presence_penalty: penalty.nullable().optional(),
  reasoning_effort: reasoningEffortSchema.nullable().optional(),
  chat_template_kwargs: z
    .looseObject({ enable_thinking: z.boolean().optional(), clear_thinking: z.boolean().optional() })
    .optional(),
  tools: chatToolsSchema.optional(),
  tool_choice: chatToolChoiceSchema.optional(),
  response_format: responseFormatSchema.optional(),
  stream: z.boolean().nullable().optional(),
  stream_options: z
    .looseObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullable()
    .optional(),
  options: inputOptionsSchema.optional(),
});

export type ChatInput = z.infer<typeof chatInputSchema>;

/** Body of a chat completion: seed, Endpoints; fact sheet inference, section 2.4. Unknown members pass. */
export const chatRequestSchema = chatInputSchema.extend({ model: z.string().min(1) });

export type ChatRequest = z.infer<typeof chatRequestSchema>;
