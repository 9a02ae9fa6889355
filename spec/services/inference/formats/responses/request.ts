import { z } from 'zod';
import { inferenceLimits as limits } from '../../limits.ts';
import { inputOptionsSchema, reasoningEffortSchema } from '../chat-completions/request.ts';
import { toolNameSchema } from '../chat-completions/tools.ts';
import { inputItemSchema } from './items.ts';

/** A function, flat: the format does not nest it as chat completions do. Other kinds of tools pass unread. */
export const responseToolSchema = z.union([
  z.looseObject({
    type: z.literal('function'),
    name: toolNameSchema,
    description: z.string().nullable().optional(),
    parameters: z.record(z.string(), z.unknown()).nullable().optional(),
    strict: z.boolean().nullable().optional(),
  }),
  z.looseObject({ type: z.string().refine((type) => type !== 'function', 'is not a function with a name') }),
]);

export type ResponseTool = z.infer<typeof responseToolSchema>;

export const responseToolChoiceSchema = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), name: z.string().min(1) }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    mode: z.enum(['none', 'auto', 'required']),
    tools: z.array(z.record(z.string(), z.unknown())),
  }),
]);

/** What the text of the answer has to be; a schema has its name beside it, not around it. */
export const textFormatSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    name: z.string().min(1),
    description: z.string().nullable().optional(),
    schema: z.record(z.string(), z.unknown()),
    strict: z.boolean().nullable().optional(),
  }),
]);

/** Members of a Responses request beside `model`: fact sheet inference, section 2.5. Unknown members pass. */
export const responsesInputSchema = z.looseObject({
  input: z.union([z.string().min(1), z.array(inputItemSchema).min(1)]),
  instructions: z.string().nullable().optional(),
  max_output_tokens: z.int().min(1).nullable().optional(),
  max_tool_calls: z.int().min(1).nullable().optional(),
  temperature: z.number().min(0).max(2).nullable().optional(),
  top_p: z.number().min(0).max(1).nullable().optional(),
  top_logprobs: z.int().min(0).max(limits.topLogprobs).nullable().optional(),
  presence_penalty: z.number().min(limits.penalty.min).max(limits.penalty.max).nullable().optional(),
  frequency_penalty: z.number().min(limits.penalty.min).max(limits.penalty.max).nullable().optional(),
  stream: z.boolean().nullable().optional(),
  stream_options: z.looseObject({ include_obfuscation: z.boolean().optional() }).nullable().optional(),
  tools: z.array(responseToolSchema).max(limits.tools).nullable().optional(),
  tool_choice: responseToolChoiceSchema.nullable().optional(),
  parallel_tool_calls: z.boolean().nullable().optional(),
  reasoning: z
    .looseObject({
      effort: reasoningEffortSchema.nullable().optional(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullable().optional(),
    })
    .nullable()
    .optional(),
  text: z
    .looseObject({
      format: textFormatSchema.optional(),
      verbosity: z.enum(['low', 'medium', 'high']).nullable().optional(),
    })
    .nullable()
    .optional(),
  truncation: z.enum(['auto', 'disabled']).nullable().optional(),
  include: z.array(z.string()).nullable().optional(),
  previous_response_id: z.string().nullable().optional(),
  conversation: z
    .union([z.string(), z.looseObject({ id: z.string() })])
    .nullable()
    .optional(),
  background: z.boolean().nullable().optional(),
  store: z.boolean().nullable().optional(),
  metadata: z.record(z.string(), z.string()).nullable().optional(),
  service_tier: z.string().nullable().optional(),
  prompt_cache_key: z.string().nullable().optional(),
  safety_identifier: z.string().nullable().optional(),
  user: z.string().nullable().optional(),
  options: inputOptionsSchema.optional(),
});

export type ResponsesInput = z.output<typeof responsesInputSchema>;

/** Body of `/ai/v1/responses`. */
export const responsesRequestSchema = responsesInputSchema.extend({ model: z.string().min(1) });

export type ResponsesRequest = z.output<typeof responsesRequestSchema>;
