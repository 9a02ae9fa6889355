import { z } from 'zod';

const vectors = z.array(z.array(z.number()).min(1));
const shape = z.tuple([z.int().min(1), z.int().min(1)]);
const pooling = z.enum(['mean', 'cls']).optional();

/** What a call cost, as one model tells it: fact sheet inference, section 5. */
const meta = z
  .object({
    cost_metric_name_1: z.string(),
    cost_metric_value_1: z.number(),
    neurons: z.number(),
  })
  .partial();

/** `result` of embedding models: how many vectors of how many numbers, and the vectors. */
export const vectorsSchema = z
  .object({ shape, data: vectors, pooling, response: z.null().optional(), meta: meta.optional() })
  .refine(
    ({ shape: [count, size], data }) => data.length === count && data.every((one) => one.length === size),
    { error: 'shape does not say how many numbers data holds', path: ['shape'] },
  );

/** `result` of rerankers: the place of each text in the request, and its score, best first. */
export const rankingSchema = z.object({
  response: z.array(z.object({ id: z.int().min(0), score: z.number() })),
});

/** `result` of the form that gives texts alone. */
const contextVectors = z.object({ response: vectors, shape, pooling });

/** `result` of models that make vectors and rank. */
export const vectorsOrRankingSchema = z.union([vectorsSchema, rankingSchema, contextVectors]);
