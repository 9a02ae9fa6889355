import { z } from 'zod';
import { chatInputSchema, inputOptionsSchema } from '../formats/chat-completions/request.ts';
import { messagesInputSchema } from '../formats/messages/request.ts';
import { responsesInputSchema } from '../formats/responses/request.ts';
import { inferenceLimits as limits } from '../limits.ts';

const penalty = z.number().min(limits.penalty.min).max(limits.penalty.max).optional();

/** A flat tool of the old form; models accept the form of chat completions too. */
const classicTool = z.union([
  z.looseObject({
    type: z.string().optional(),
    function: z.looseObject({
      name: z.string().min(1),
      description: z.string().optional(),
      parameters: z.looseObject({}).optional(),
    }),
  }),
  z.looseObject({
    name: z.string().min(1),
    description: z.string().optional(),
    parameters: z.looseObject({}).optional(),
  }),
]);

/** The required form of the text; hosted models expect the bare schema. */
const classicResponseFormat = z.looseObject({
  type: z.enum(['json_object', 'json_schema']),
  json_schema: z.unknown().optional(),
});

const sampling = {
  max_tokens: z.int().min(1).optional().meta({ default: limits.maxTokensDefault }),
  temperature: z
    .number()
    .min(limits.temperature.min)
    .max(limits.temperature.max)
    .optional()
    .meta({ default: limits.temperature.default }),
  top_p: z.number().min(limits.topP.min).max(limits.topP.max).optional(),
  top_k: z.int().min(limits.topK.min).max(limits.topK.max).optional(),
  seed: z.int().min(limits.seed.min).max(limits.seed.max).optional(),
  repetition_penalty: z
    .number()
    .min(limits.repetitionPenalty.min)
    .max(limits.repetitionPenalty.max)
    .optional(),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  raw: z.boolean().optional().meta({ default: false }),
  stream: z.boolean().optional().meta({ default: false }),
  lora: z.string().optional(),
  response_format: classicResponseFormat.optional(),
  options: inputOptionsSchema.optional(),
};

const prompt = z.looseObject({ prompt: z.string().min(1), ...sampling });

/**
 * One message of the old form: both members are strings. An array or null as content is refused: Cloudflare OpenAPI
 * document and Cloudflare docs, Workers AI errors.
 */
const classicMessageSchema = z.looseObject({
  role: z.string().min(1),
  content: z.string(),
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }).optional() })).optional(),
});

const messages = z.looseObject({
  messages: z.array(classicMessageSchema).min(1),
  functions: z.array(z.looseObject({ name: z.string().min(1), code: z.string() })).optional(),
  tools: z.array(classicTool).optional(),
  tool_choice: z.unknown().optional(),
  ...sampling,
});

/** Input of text generation models with the old response shape: Cloudflare OpenAPI document. */
export const classicInputSchema = z.union([prompt, messages]);

export type ClassicInput = z.infer<typeof classicInputSchema>;

/** A safety model classifies a conversation between the two. */
export const safetyInputSchema = z.looseObject({
  messages: z
    .array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.string().min(1) }))
    .min(1),
  max_tokens: z.int().min(1).optional().meta({ default: limits.maxTokensDefault }),
  temperature: sampling.temperature,
  response_format: z.looseObject({ type: z.string().optional() }).optional(),
});

export type SafetyInput = z.infer<typeof safetyInputSchema>;

/** Models that accept the members of either format and answer in the same format: Cloudflare OpenAPI document. */
export const responsesOrChatInputSchema = z.union([responsesInputSchema, chatInputSchema]);

/** Chat models with the new response shape accept a prompt in place of messages. */
export const chatOrPromptInputSchema = z.union([
  chatInputSchema,
  chatInputSchema.omit({ messages: true }).extend({ prompt: z.string().min(1) }),
]);

export type ChatOrPromptInput = z.infer<typeof chatOrPromptInputSchema>;

/**
 * Input of Anthropic models on the run endpoints: `system` is a string there, never blocks (Cloudflare docs, Models).
 */
export const anthropicInputSchema = messagesInputSchema.extend({ system: z.string().optional() });
