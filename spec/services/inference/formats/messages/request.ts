import { z } from 'zod';
import { inferenceLimits as limits } from '../../limits.ts';
import { toolNameSchema } from '../chat-completions/request.ts';

/** The end of a prompt prefix that the provider may cache. */
const cached = {
  cache_control: z.looseObject({ type: z.string(), ttl: z.string().optional() }).nullable().optional(),
};

const text = z.looseObject({ type: z.literal('text'), text: z.string().min(1), ...cached });

const source = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('base64'), media_type: z.string().min(1), data: z.string().min(1) }),
  z.looseObject({ type: z.literal('url'), url: z.string().min(1) }),
  z.looseObject({ type: z.literal('text'), media_type: z.string().min(1), data: z.string() }),
  z.looseObject({ type: z.literal('file'), file_id: z.string().min(1) }),
]);

const image = z.looseObject({ type: z.literal('image'), source, ...cached });

/** A document that consists of blocks. */
const blocks = z.looseObject({
  type: z.literal('content'),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image]))]),
});

const document = z.looseObject({
  type: z.literal('document'),
  source: z.union([source, blocks]),
  title: z.string().nullable().optional(),
  ...cached,
});

/** A search result of the caller, as a source for the answer. */
const searchResult = z.looseObject({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string(),
  content: z.array(text),
  ...cached,
});

const toolUse = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  ...cached,
});

const toolResult = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1),
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [text, image, document, searchResult]))])
    .optional(),
  is_error: z.boolean().optional(),
  ...cached,
});

const thinking = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});

const redactedThinking = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() });

/** A text block of a request, in `system` and messages. */
const textBlockSchema = text;

/** One content block of a request message: Cloudflare docs, Models. */
const inputBlockSchema = z.discriminatedUnion('type', [
  text,
  image,
  document,
  searchResult,
  toolUse,
  toolResult,
  thinking,
  redactedThinking,
]);

export type InputBlock = z.infer<typeof inputBlockSchema>;

/** One block of the content of an answer. */
export const outputBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), citations: z.unknown().optional() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
  }),
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
]);

export type OutputBlock = z.infer<typeof outputBlockSchema>;

/** One turn of a conversation. */
const messageParamSchema = z.looseObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().min(1), z.array(inputBlockSchema).min(1)]),
});

export type MessageParam = z.infer<typeof messageParamSchema>;

/** A tool of the caller; tools that the provider runs have a `type` and no `input_schema`. */
const messageToolSchema = z.union([
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
      .refine((type) => type !== 'custom', 'needs input_schema as well'),
    name: toolNameSchema,
  }),
]);

export type MessageTool = z.infer<typeof messageToolSchema>;

const parallel = { disable_parallel_tool_use: z.boolean().optional() };

const messageToolChoiceSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('auto'), ...parallel }),
  z.looseObject({ type: z.literal('any'), ...parallel }),
  z.looseObject({ type: z.literal('tool'), name: z.string().min(1), ...parallel }),
  z.looseObject({ type: z.literal('none') }),
]);

/** Whether the model thinks first, and its token budget for that. */
const thinkingSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1) }),
  z.looseObject({ type: z.literal('adaptive') }),
  z.looseObject({ type: z.literal('disabled') }),
]);

/** Members of a Messages request except `model`: seed, Endpoints; Cloudflare docs, Models. */
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

/** Body of `/ai/v1/messages`. Unknown members are accepted. */
export const messagesRequestSchema = messagesInputSchema.extend({ model: z.string().min(1) });
