import { z } from 'zod';
import { inferenceLimits, inferenceLimits as limits } from '../../limits.ts';

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });

const imagePart = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    /** An https URL, or a data URL with the picture itself. */
    url: z.string().min(1),
    detail: z.enum(['auto', 'low', 'high']).optional(),
  }),
});

const audioPart = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string().min(1), format: z.enum(['wav', 'mp3']) }),
});

const filePart = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: z.string().optional(),
    file_id: z.string().optional(),
    filename: z.string().optional(),
  }),
});

const refusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

/** One part of the content of a user's message. */
const chatContentPartSchema = z.discriminatedUnion('type', [textPart, imagePart, audioPart, filePart]);

export type ChatContentPart = z.infer<typeof chatContentPartSchema>;

const texts = z.union([z.string(), z.array(textPart).min(1)]);

/** A call of a function, its arguments as JSON text. */
const chatToolCallSchema = z.looseObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
});

const customToolCall = z.looseObject({
  id: z.string().min(1),
  type: z.literal('custom'),
  custom: z.looseObject({ name: z.string().min(1), input: z.string() }),
});

const system = z.looseObject({
  role: z.enum(['system', 'developer']),
  content: texts,
  name: z.string().optional(),
});

const user = z.looseObject({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(chatContentPartSchema).min(1)]),
  name: z.string().optional(),
});

/** Without calls, content is required; clients send null or an empty string next to calls. */
const assistant = z
  .looseObject({
    role: z.literal('assistant'),
    content: z
      .union([z.string(), z.array(z.discriminatedUnion('type', [textPart, refusalPart])), z.null()])
      .optional(),
    refusal: z.string().nullable().optional(),
    reasoning_content: z.string().nullable().optional(),
    name: z.string().optional(),
    tool_calls: z.array(z.discriminatedUnion('type', [chatToolCallSchema, customToolCall])).optional(),
    function_call: z.looseObject({ name: z.string(), arguments: z.string() }).nullable().optional(),
  })
  .refine(
    ({ content, refusal, tool_calls, function_call }) =>
      typeof content === 'string' ||
      Array.isArray(content) ||
      refusal ||
      function_call ||
      (tool_calls?.length ?? 0) > 0,
    { error: 'needs content or tool_calls', path: ['content'] },
  );

const tool = z.looseObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: texts });

const namedFunction = z.looseObject({
  role: z.literal('function'),
  name: z.string().min(1),
  content: z.string().nullable(),
});

/** One message of a conversation: Cloudflare Workers types. */
export const chatMessageSchema = z.discriminatedUnion('role', [system, user, assistant, tool, namedFunction]);

export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** Names of tools in every format. */
export const toolNameSchema = z
  .string()
  .regex(/^[\w.-]{1,128}$/, 'must be 1 to 128 letters, digits, underscores, dots or hyphens');

const functionSchema = z.looseObject({
  name: toolNameSchema,
  description: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  strict: z.boolean().nullable().optional(),
});

const functionTool = z.looseObject({ type: z.literal('function'), function: functionSchema });

const customTool = z.looseObject({
  type: z.literal('custom'),
  custom: z.looseObject({
    name: toolNameSchema,
    description: z.string().optional(),
    format: z.looseObject({ type: z.string() }).optional(),
  }),
});

/** A tool of a model. */
export const chatToolSchema = z.discriminatedUnion('type', [functionTool, customTool]);

export type ChatTool = z.infer<typeof chatToolSchema>;

const chatToolsSchema = z.array(chatToolSchema).max(inferenceLimits.tools);

/** Which tools the model may, must or must not call. The value `any` of other formats is refused here. */
export const chatToolChoiceSchema = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string().min(1) }) }),
  z.looseObject({ type: z.literal('custom'), custom: z.looseObject({ name: z.string().min(1) }) }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    allowed_tools: z.looseObject({
      mode: z.enum(['auto', 'required']),
      tools: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
]);

export type ChatToolChoice = z.infer<typeof chatToolChoiceSchema>;

const named = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  strict: z.boolean().nullable().optional(),
});

/**
 * The required form of the answer text. Hosted models expect the schema itself under `json_schema`, third-party models
 * expect it with a name: Cloudflare Workers types and cloudflare/ai. Both are valid here; a provider that needs the
 * name says {@link missingSchemaName}.
 */
const responseFormatSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({
    type: z.literal('json_object'),
    /** Older clients put their schema here. */
    schema: z.record(z.string(), z.unknown()).optional(),
  }),
  z.looseObject({ type: z.literal('json_schema'), json_schema: z.record(z.string(), z.unknown()) }),
]);

export type ResponseFormat = z.infer<typeof responseFormatSchema>;

/** The error of a provider about a schema without a name. */
export const missingSchemaName = "Missing required parameter: 'response_format.json_schema.name'";

/**
 * The schema that a `json_schema` holds, named or bare.
 *
 * @example
 * schemaOfFormat({ name: 'city', schema: { type: 'object' } }) // { name: 'city', schema: { type: 'object' } }
 * schemaOfFormat({ type: 'object' }) // { name: undefined, schema: { type: 'object' } }
 */
export function schemaOfFormat(json_schema: Readonly<Record<string, unknown>>): {
  readonly name: string | undefined;
  readonly schema: Readonly<Record<string, unknown>>;
} {
  const wrapped = named.safeParse(json_schema);
  if (wrapped.success) return { name: wrapped.data.name, schema: wrapped.data.schema ?? {} };
  return { name: undefined, schema: json_schema };
}

const count = z.int().min(1);
const penalty = z.number().min(limits.penalty.min).max(limits.penalty.max);

/** Reasoning effort; null is the default of the model. */
export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);

/** Members of any JSON body of a run next to the input: Cloudflare OpenAPI document. */
export const inputOptionsSchema = z.looseObject({ rejectIfBusy: z.boolean().optional() });

/** What all forms of a chat share, with the model in the path or in the body. */
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
  /** The first form of tools: Cloudflare Workers types. An answer has one call at most, in `function_call`. */
  functions: z.array(functionSchema).max(limits.tools).optional(),
  function_call: z.union([z.enum(['none', 'auto']), z.looseObject({ name: z.string().min(1) })]).optional(),
  response_format: responseFormatSchema.optional(),
  stream: z.boolean().nullable().optional(),
  stream_options: z
    .looseObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullable()
    .optional(),
  options: inputOptionsSchema.optional(),
});

export type ChatInput = z.infer<typeof chatInputSchema>;

/** Body of a chat completion: seed, Endpoints; Cloudflare Workers types. Unknown members are accepted. */
export const chatRequestSchema = chatInputSchema.extend({ model: z.string().min(1) });
