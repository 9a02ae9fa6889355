import { z } from 'zod';

const tokens = z.int().min(0);

/**
 * Token counts of the chat-completions format. Hosted models add `neurons`: Cloudflare OpenAPI document.
 */
export const chatUsageSchema = z
  .object({
    prompt_tokens: tokens,
    completion_tokens: tokens,
    total_tokens: tokens,
    prompt_tokens_details: z.object({ cached_tokens: tokens.optional() }).nullable().optional(),
    completion_tokens_details: z.object({ reasoning_tokens: tokens.optional() }).nullable().optional(),
    neurons: z.number().min(0).optional(),
  })
  .refine((usage) => usage.total_tokens === usage.prompt_tokens + usage.completion_tokens, {
    error: 'total_tokens is not the sum of the two others',
  });

export type ChatUsage = z.infer<typeof chatUsageSchema>;

/** Token counts of the Responses format. */
export const responseUsageSchema = z
  .object({
    input_tokens: tokens,
    input_tokens_details: z.object({ cached_tokens: tokens }),
    output_tokens: tokens,
    output_tokens_details: z.object({ reasoning_tokens: tokens }),
    total_tokens: tokens,
  })
  .refine((usage) => usage.total_tokens === usage.input_tokens + usage.output_tokens, {
    error: 'total_tokens is not the sum of input_tokens and output_tokens',
  });

export type ResponseUsage = z.infer<typeof responseUsageSchema>;

/** Token counts of the Messages format. */
export const messageUsageSchema = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_creation_input_tokens: tokens.nullable().optional(),
  cache_read_input_tokens: tokens.nullable().optional(),
});

export type MessageUsage = z.infer<typeof messageUsageSchema>;
