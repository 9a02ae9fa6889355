import { z } from 'zod';
import { base64Schema } from '../bytes.ts';
import { inferenceLimits as limits } from '../limits.ts';

/** The encoding of vectors: numbers, or Base64 of little-endian 32-bit floats. */
const encodingFormatSchema = z.enum(['float', 'base64']);

/**
 * Body of `/ai/v1/embeddings`: Cloudflare docs, Workers AI OpenAI compatible API endpoints and karakeep issue
 * 2698.
 */
export const embeddingsRequestSchema = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(limits.embeddingTexts)]),
  encoding_format: encodingFormatSchema.optional(),
  dimensions: z.int().min(1).optional(),
  user: z.string().optional(),
});

export type EmbeddingsRequest = z.infer<typeof embeddingsRequestSchema>;

/** A list of vectors, in the order of the texts. */
export const embeddingsAnswerSchema = z.object({
  object: z.literal('list'),
  data: z
    .array(
      z.object({
        object: z.literal('embedding'),
        index: z.int().min(0),
        embedding: z.union([z.array(z.number()).min(1), base64Schema]),
      }),
    )
    .min(1),
  model: z.string().min(1),
  usage: z.object({ prompt_tokens: z.int().min(0), total_tokens: z.int().min(0) }),
});

export type EmbeddingsAnswer = z.infer<typeof embeddingsAnswerSchema>;
