import { z } from 'zod';
import { chatUsageSchema } from '../usage.ts';

/** Why a completion ended; the first five are of the format, the others come from hosted backends. */
const chatFinishReasonSchema = z.enum([
  'stop',
  'length',
  'tool_calls',
  'content_filter',
  'function_call',
  'model_length',
  'error',
  'unknown',
]);

/** A tool call of an answer. */
const answeredToolCallSchema = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string().min(1), arguments: z.string() }),
});

const topLogprob = z.object({ token: z.string(), logprob: z.number(), bytes: z.array(z.int()).nullable() });

/** The log probability of each token. */
const chatLogprobsSchema = z
  .object({
    content: z.array(topLogprob.extend({ top_logprobs: z.array(topLogprob) })).nullable(),
    refusal: z.array(topLogprob.extend({ top_logprobs: z.array(topLogprob) })).nullable(),
  })
  .partial();

const chatAnswerMessageSchema = z.object({
  role: z.literal('assistant'),
  content: z.string().nullable(),
  refusal: z.string().nullable().optional(),
  tool_calls: z.array(answeredToolCallSchema).optional(),
  /** The call of a request with `functions`. */
  function_call: answeredToolCallSchema.shape.function.nullable().optional(),
  reasoning_content: z.string().nullable().optional(),
  reasoning: z.string().nullable().optional(),
});

const chatChoiceSchema = z.object({
  index: z.int().min(0),
  message: chatAnswerMessageSchema,
  logprobs: chatLogprobsSchema.nullable().optional(),
  finish_reason: chatFinishReasonSchema,
  stop_reason: z.union([z.string(), z.int()]).nullable().optional(),
});

/** A chat completion: Cloudflare Workers types. It has no envelope on `/ai/v1`. */
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

/** Types that clients of the chat-completions format distinguish. */
const chatErrorTypes = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'insufficient_quota',
  'rate_limit_error',
  'server_error',
] as const;

type ChatErrorType = (typeof chatErrorTypes)[number];

/**
 * An error in the chat-completions format, also mid-stream: clients read `error.message` and lose the text of any other
 * shape (Cloudflare Workers types and live API answers that users report).
 */
export const chatErrorSchema = z.object({
  error: z.object({
    message: z.string().min(1),
    type: z.string().min(1),
    param: z.string().nullable(),
    code: z.union([z.string(), z.int()]).nullable(),
  }),
});

const byStatus: Readonly<Record<number, ChatErrorType>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/**
 * The error type for a status (inferred; the shape is observed).
 *
 * @example
 * chatErrorType(429) // 'rate_limit_error'
 */
export function chatErrorType(status: number): ChatErrorType {
  return byStatus[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
}

/** The last frame of a stream of this format, which is not JSON. */
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
  function_call: toolCallDelta.shape.function,
});

/**
 * One chunk: Cloudflare Workers types. `choices` is always present, and empty only in the chunk with the usage.
 */
const chatChunkSchema = z
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

/** What the caller requested, as far as the stream shows it. */
interface ChatStreamWishes {
  /** `stream_options.include_usage` */
  readonly includeUsage: boolean;
  /** `n` */
  readonly choices: number;
}

/**
 * The faults in the order of a chat's chunks, each of which matches its schema: Cloudflare Workers types.
 *
 * @param frames the frames before `[DONE]`
 * @returns one sentence for each fault
 *
 * @example
 * chatStreamProblems(frames, { includeUsage: false, choices: 1 }) // []
 */
export function chatStreamProblems(
  frames: readonly ChatStreamFrame[],
  { includeUsage, choices }: ChatStreamWishes,
): string[] {
  const problems: string[] = [];
  const started = new Set<number>();
  const finished = new Set<number>();
  const calls = new Set<string>();
  const ids = new Set<string>();
  let usageAt = -1;
  let failed = false;
  for (const [at, frame] of frames.entries()) {
    const say = (problem: string) => problems.push(`chunk ${at}: ${problem}`);
    if (failed) say('follows an error');
    if ('error' in frame) {
      failed = true;
      continue;
    }
    ids.add(frame.id);
    if (usageAt !== -1 && frame.choices.length > 0) say('has choices after the chunk with the usage');
    if (frame.choices.length === 0) {
      usageAt = at;
      if (!includeUsage) say('has no choices, and the request did not ask for usage');
    }
    for (const { index, delta, finish_reason } of frame.choices) {
      if (finished.has(index)) say(`adds to choice ${index}, which is finished`);
      if (!started.has(index) && delta.role !== 'assistant') say(`begins choice ${index} without its role`);
      started.add(index);
      for (const call of delta.tool_calls ?? []) {
        const key = `${index}/${call.index}`;
        const first = !calls.has(key);
        if (first && !(call.id && call.function?.name)) say(`begins call ${key} without id and name`);
        calls.add(key);
      }
      if (finish_reason !== null) finished.add(index);
    }
  }
  if (failed) return problems;
  if (ids.size > 1) problems.push(`the chunks have ${ids.size} ids`);
  if (finished.size !== choices) problems.push(`${finished.size} of ${choices} choices are finished`);
  if (includeUsage && usageAt === -1) problems.push('no chunk brings the usage');
  return problems;
}
