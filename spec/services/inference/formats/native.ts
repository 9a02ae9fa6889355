import { z } from 'zod';
import { chatDeltaSchema } from './chat-completions/answer.ts';
import { chatUsageSchema } from './usage.ts';

/** The last frame of a native stream, which is not JSON. */
export const nativeStreamEnd = '[DONE]';

/** A tool call, or one more fragment of its arguments; the last of them is an empty sentinel. */
const toolCallFragment = z.object({
  id: z.string().nullable(),
  type: z.string().nullable(),
  index: z.int().min(0),
  function: z.object({ name: z.string().nullable().optional(), arguments: z.string().optional() }),
});

/** Text of a model with the old response shape; `p` is padding that hides the length of the token. */
const nativeTextFrameSchema = z.object({
  response: z.union([z.string(), z.number()]),
  p: z.string().optional(),
  tool_calls: z.array(toolCallFragment).optional(),
  usage: chatUsageSchema.optional(),
});

/** Text of a model with the new response shape, which is in `choices`; some servers repeat it in `response`. */
export const nativeChatFrameSchema = z.object({
  id: z.string().optional(),
  object: z.literal('chat.completion.chunk').optional(),
  created: z.int().optional(),
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        index: z.int().min(0),
        delta: chatDeltaSchema.optional(),
        finish_reason: z.string().nullable().optional(),
      }),
    )
    .min(1),
  response: z.string().optional(),
  p: z.string().optional(),
  usage: chatUsageSchema.nullable().optional(),
});

const nativeToolCallFrameSchema = z.object({ tool_calls: z.array(toolCallFragment).min(1) });

const nativeFinishFrameSchema = z.object({ finish_reason: z.string().min(1) });

/** A mid-stream failure of the runtime (inferred: its shape of errors, as a frame). */
const nativeErrorFrameSchema = z.object({
  success: z.literal(false),
  errors: z.array(z.object({ message: z.string(), code: z.int() })).min(1),
});

/** Data of each frame before `[DONE]` on `/ai/run`: Cloudflare Workers types. */
export const nativeStreamFrameSchema = z.union([
  nativeChatFrameSchema,
  nativeErrorFrameSchema,
  nativeTextFrameSchema,
  nativeToolCallFrameSchema,
  nativeFinishFrameSchema,
]);

export type NativeStreamFrame = z.infer<typeof nativeStreamFrameSchema>;
