import { z } from 'zod';
import { inferenceLimits as limits } from '../limits.ts';

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(limits.embeddingTexts)]);

/** Input of plain embedding models; `pooling` `cls` and `mean` give vectors that do not mix. */
export const embeddingsInputSchema = z.looseObject({
  text: texts,
  pooling: z.enum(['mean', 'cls']).optional().meta({ default: 'mean' }),
});

export type EmbeddingsInput = z.infer<typeof embeddingsInputSchema>;

/** Input of models that tell queries from documents: at least one of the three is there. */
export const queryEmbeddingsInputSchema = z
  .looseObject({
    text: texts.optional(),
    queries: texts.optional(),
    documents: texts.optional(),
    instruction: z.string().optional(),
  })
  .refine(({ text, queries, documents }) => text ?? queries ?? documents, {
    error: 'needs text, queries or documents',
  });

export type QueryEmbeddingsInput = z.infer<typeof queryEmbeddingsInputSchema>;

const contexts = z.array(z.looseObject({ text: z.string().min(1) })).min(1);
const truncate_inputs = z.boolean().optional().meta({ default: false });

/** Input of rerankers. */
export const rankingInputSchema = z.looseObject({
  query: z.string().min(1),
  contexts,
  top_k: z.int().min(1).optional(),
});

export type RankingInput = z.infer<typeof rankingInputSchema>;

/** Input of models that make vectors and rank: which of the three forms decides what they answer. */
export const embedOrRankInputSchema = z.union([
  z.looseObject({ text: texts, truncate_inputs }),
  z.looseObject({ query: z.string().min(1), contexts, truncate_inputs }),
  z.looseObject({ contexts, truncate_inputs }),
]);

export type EmbedOrRankInput = z.infer<typeof embedOrRankInputSchema>;
