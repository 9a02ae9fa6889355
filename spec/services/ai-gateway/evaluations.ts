import { z } from 'zod';
import { queryBooleanSchema, timestampSchema } from '../../schema.ts';
import { datasetSchema } from './datasets.ts';
import { gatewayListQuery, gatewayParams } from './gateway.ts';

const count = z.int().min(0);

/** Body that has the log entries of datasets measured: types of the platform's client. */
export const evaluationCreateBody = z.object({
  name: z.string().min(1),
  dataset_ids: z.array(z.string()).min(1),
  evaluation_type_ids: z.array(z.string()).min(1),
});

/** How a measurement went; the numbers and the words are ours. */
export const evaluationStatuses = {
  completed: { status: 1, status_description: 'Completed' },
  empty: { status: 2, status_description: 'No log entry says anything of it' },
} as const;

export const evaluationResultSchema = z.object({
  id: z.string().min(1),
  evaluation_id: z.string(),
  evaluation_type_id: z.string(),
  /** What was measured, as text; empty where there was nothing to measure. */
  result: z.string(),
  status: z.number(),
  status_description: z.string(),
  /** How many log entries it was measured by. */
  total_logs: count,
  created_at: timestampSchema,
  modified_at: timestampSchema,
});

export type EvaluationResult = z.infer<typeof evaluationResultSchema>;

export const evaluationSchema = z.object({
  id: z.string().min(1),
  gateway_id: z.string(),
  name: z.string(),
  processed: z.boolean(),
  /** How many log entries the datasets select. */
  total_logs: count,
  datasets: z.array(z.object({ ...datasetSchema.shape, account_id: z.string(), account_tag: z.string() })),
  results: z.array(evaluationResultSchema),
  created_at: timestampSchema,
  modified_at: timestampSchema,
});

export type Evaluation = z.infer<typeof evaluationSchema>;

export const evaluationParams = z.object({ ...gatewayParams.shape, evaluation_id: z.string().min(1) });

export const evaluationListQuery = z.object({
  ...gatewayListQuery.shape,
  name: z.string().optional(),
  processed: queryBooleanSchema.optional(),
});
