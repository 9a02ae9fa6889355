import { z } from 'zod';
import { chatUsageSchema } from '../usage.ts';

/** Why a completion ended; the first five are the format's own, the others come from hosted backends. */
export const chatFinishReasonSchema = z.enum([
  'stop',
  'length',
  'tool_calls',
  'content_filter',
  'function_call',
  'model_length',
  'error',
  'unknown',
]);

/** A call that an answer asks for. */
export const answeredToolCallSchema = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string().min(1), arguments: z.string() }),
});

const topLogprob = z.object({ token: z.string(), logprob: z.number(), bytes: z.array(z.int()).nullable() });

/** How sure the model was of each token. */
export const chatLogprobsSchema = z
  .object({
    content: z.array(topLogprob.extend({ top_logprobs: z.array(topLogprob) })).nullable(),
    refusal: z.array(topLogprob.extend({ top_logprobs: z.array(topLogprob) })).nullable(),
  })
  .partial();

export const chatAnswerMessageSchema = z.object({
  role: z.literal('assistant'),
  content: z.string().nullable(),
  refusal: z.string().nullable().optional(),
  tool_calls: z.array(answeredToolCallSchema).optional(),
  reasoning_content: z.string().nullable().optional(),
  reasoning: z.string().nullable().optional(),
});

export const chatChoiceSchema = z.object({
  index: z.int().min(0),
  message: chatAnswerMessageSchema,
  logprobs: chatLogprobsSchema.nullable().optional(),
  finish_reason: chatFinishReasonSchema,
  stop_reason: z.union([z.string(), z.int()]).nullable().optional(),
});

/** A chat completion: fact sheet inference, section 2.4. It has no envelope on `/ai/v1`. */
export const chatCompletionSchema = z.object({
  id: z.string().min(1),
  object: z.literal('chat.completion'),
  created: z.int().min(0),
  model: z.string().min(1),
  choices: z.array(chatChoiceSchema).min(1),
  usage: chatUsageSchema,
  system_fingerprint: z.string().nullable().optional(),
  service_tier: z.string().nullable().optional(),
  prompt_logprobs: z.unknown().optional(),
});

export type ChatCompletion = z.infer<typeof chatCompletionSchema>;
