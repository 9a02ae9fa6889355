import { z } from 'zod';
import { inferenceLimits as limits } from '../../limits.ts';
import { inputOptionsSchema, reasoningEffortSchema, toolNameSchema } from '../chat-completions/request.ts';

/** The status of an item of an answer. */
export const itemStatusSchema = z.enum(['in_progress', 'completed', 'incomplete']);

const inputText = z.looseObject({ type: z.literal('input_text'), text: z.string() });
const inputImage = z.looseObject({
  type: z.literal('input_image'),
  image_url: z.string().nullable().optional(),
  file_id: z.string().nullable().optional(),
  detail: z.enum(['auto', 'low', 'high', 'original']).nullable().optional(),
});
const inputFile = z.looseObject({
  type: z.literal('input_file'),
  file_data: z.string().nullable().optional(),
  file_id: z.string().nullable().optional(),
  file_url: z.string().nullable().optional(),
  filename: z.string().nullable().optional(),
});
const outputText = z.looseObject({ type: z.literal('output_text'), text: z.string() });
const refusal = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

/** One content part of a request message; parts of earlier answers come back unchanged. */
const inputContentSchema = z.discriminatedUnion('type', [
  inputText,
  inputImage,
  inputFile,
  outputText,
  refusal,
]);

export type InputContent = z.infer<typeof inputContentSchema>;

/** A message may omit its `type`: the format's short form. */
const message = z.looseObject({
  type: z.literal('message').default('message'),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([z.string(), z.array(inputContentSchema)]),
  id: z.string().nullable().optional(),
  status: itemStatusSchema.nullable().optional(),
  phase: z.string().nullable().optional(),
});

const functionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
  id: z.string().nullable().optional(),
  status: itemStatusSchema.nullable().optional(),
});

const functionCallOutput = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string().min(1),
  output: z.union([z.string(), z.array(inputContentSchema)]),
  id: z.string().nullable().optional(),
  status: itemStatusSchema.nullable().optional(),
});

const reasoning = z.looseObject({
  type: z.literal('reasoning'),
  summary: z.array(z.looseObject({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(z.looseObject({ type: z.literal('reasoning_text'), text: z.string() })).nullish(),
  encrypted_content: z.string().nullable().optional(),
  id: z.string().nullable().optional(),
  status: itemStatusSchema.nullable().optional(),
});

const itemReference = z.looseObject({ type: z.literal('item_reference'), id: z.string().min(1) });

const typed = z.discriminatedUnion('type', [
  message,
  functionCall,
  functionCallOutput,
  reasoning,
  itemReference,
]);

/**
 * One item of the input: Cloudflare Workers types.
 *
 * An item without `type` is parsed as a message, so that its faults are those of a message.
 */
export const inputItemSchema = z.preprocess(
  (item) =>
    typeof item === 'object' && item !== null && !('type' in item) ? { ...item, type: 'message' } : item,
  typed,
);

export type InputItem = z.output<typeof inputItemSchema>;

/** A flat function: the format does not nest it like chat completions. Other kinds of tools are accepted unchecked. */
const responseToolSchema = z.union([
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

const responseToolChoiceSchema = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), name: z.string().min(1) }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    mode: z.enum(['none', 'auto', 'required']),
    tools: z.array(z.record(z.string(), z.unknown())),
  }),
]);

/** The required form of the answer text; the name of a schema is next to it, not around it. */
const textFormatSchema = z.discriminatedUnion('type', [
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

/** Members of a Responses request except `model`: Cloudflare Workers types. Unknown members are accepted. */
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
