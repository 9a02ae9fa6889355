import { z } from 'zod';
import { queryBooleanSchema, uuidSchema } from '../../schema.ts';
import { chatUsageSchema } from './formats/usage.ts';
import { inferenceLimits as limits } from './limits.ts';

/** Query of `POST /ai/run/{model}`; clients put run options there as well, which are ignored. */
export const runModelQuery = z.looseObject({ queueRequest: queryBooleanSchema.optional() });

/** Body that queues a batch: Cloudflare docs, Workers AI batch API. */
export const batchSubmitSchema = z.looseObject({
  requests: z
    .array(z.looseObject({ external_reference: z.string().optional() }))
    .min(1)
    .max(limits.batchRequests),
});

/** Body that requests a batch. */
export const batchPollSchema = z.looseObject({ request_id: uuidSchema });

/** `result` of an incomplete batch. */
export const pendingBatchSchema = z.object({
  status: z.enum(['queued', 'running']),
  request_id: uuidSchema,
  model: z.string().optional(),
});

/** `result` of a complete batch; the answers can be in any order, and `id` is the index of the request. */
export const finishedBatchSchema = z.object({
  responses: z.array(
    z.object({
      id: z.int().min(0),
      result: z.unknown(),
      success: z.boolean(),
      external_reference: z.string().nullable().optional(),
    }),
  ),
  usage: chatUsageSchema,
});

export type FinishedBatch = z.infer<typeof finishedBatchSchema>;

export const batchResultSchema = z.union([pendingBatchSchema, finishedBatchSchema]);

export type BatchResult = z.infer<typeof batchResultSchema>;
