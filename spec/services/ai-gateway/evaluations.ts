import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { queryBooleanSchema, timestampSchema } from '../../schema.ts';
import { datasetSchema } from './datasets.ts';
import { accountParams, edit, gatewayListQuery, gatewayParams, read, shared } from './gateways.ts';

/** The types of an evaluation: types of the platform's client. */
const evaluationTypeSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  type: z.string(),
  description: z.string(),
  enable: z.boolean(),
  /** Whether every evaluation includes it, requested or not (inferred). */
  mandatory: z.boolean(),
  created_at: timestampSchema,
  modified_at: timestampSchema,
});

export type EvaluationType = z.infer<typeof evaluationTypeSchema>;

const measures = ['cost', 'speed', 'human-feedback'] as const;

export type Measure = (typeof measures)[number];

const since = { created_at: '2024-09-26T00:00:00.000000Z', modified_at: '2024-09-26T00:00:00.000000Z' };

/** The evaluation types. The three are documented; their ids, types and words are ours. */
export const evaluationTypes = [
  {
    id: '5a1c7a52-6d0a-4c1b-9a57-0f6d5d1b6c01',
    name: 'Cost',
    type: 'cost',
    description: 'Dollars that a run costs on average, of those whose cost is known',
    enable: true,
    mandatory: true,
    ...since,
  },
  {
    id: '5a1c7a52-6d0a-4c1b-9a57-0f6d5d1b6c02',
    name: 'Speed',
    type: 'speed',
    description: 'Milliseconds that a run takes on average',
    enable: true,
    mandatory: true,
    ...since,
  },
  {
    id: '5a1c7a52-6d0a-4c1b-9a57-0f6d5d1b6c03',
    name: 'Human feedback',
    type: 'human-feedback',
    description: 'Percentage of positive feedback, of the runs that have any',
    enable: true,
    mandatory: false,
    ...since,
  },
] as const satisfies readonly (EvaluationType & { readonly type: Measure })[];

const evaluationTypeOrders = [
  'id',
  'name',
  'type',
  'description',
  'enable',
  'mandatory',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof EvaluationType)[];

const evaluationTypeListQuery = gatewayListQuery.omit({ search: true }).extend({
  order_by: z.enum(evaluationTypeOrders).optional(),
  order_by_direction: z.enum(['asc', 'desc']).optional(),
});

const count = z.int().min(0);

/** Body that evaluates the log entries of datasets: types of the platform's client. */
const evaluationCreateBody = z.object({
  name: z.string().min(1),
  dataset_ids: z.array(z.string()).min(1),
  evaluation_type_ids: z.array(z.string()).min(1),
});

/** The status of a result; the numbers and the words are ours. */
export const evaluationStatuses = {
  completed: { status: 1, status_description: 'Completed' },
  empty: { status: 2, status_description: 'No log entry says anything of it' },
} as const;

const evaluationResultSchema = z.object({
  id: z.string().min(1),
  evaluation_id: z.string(),
  evaluation_type_id: z.string(),
  /** The result as text; empty without data. */
  result: z.string(),
  status: z.number(),
  status_description: z.string(),
  /** Number of log entries behind the result. */
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
  /** Number of log entries that the datasets select. */
  total_logs: count,
  datasets: z.array(z.object({ ...datasetSchema.shape, account_id: z.string(), account_tag: z.string() })),
  results: z.array(evaluationResultSchema),
  created_at: timestampSchema,
  modified_at: timestampSchema,
});

export type Evaluation = z.infer<typeof evaluationSchema>;

const evaluationParams = z.object({ ...gatewayParams.shape, evaluation_id: z.string().min(1) });

const evaluationListQuery = z.object({
  ...gatewayListQuery.shape,
  name: z.string().optional(),
  processed: queryBooleanSchema.optional(),
});

const evaluations = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/evaluations';

/** Evaluations of the log entries that datasets select. */
export const evaluationEndpoints = {
  'ai-gateway.evaluation-type.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai-gateway/evaluation-types',
    summary: 'List the evaluation types',
    access: read,
    params: accountParams,
    query: evaluationTypeListQuery,
    result: z.array(evaluationTypeSchema),
    answer: 'page',
    errors: [],
  }),
  'ai-gateway.evaluation.list': endpoint({
    ...shared,
    method: 'GET',
    path: evaluations,
    summary: 'List the evaluations of a gateway',
    access: read,
    params: gatewayParams,
    query: evaluationListQuery,
    result: z.array(evaluationSchema),
    answer: 'page',
    errors: ['gateway-config-unknown'],
  }),
  'ai-gateway.evaluation.create': endpoint({
    ...shared,
    method: 'POST',
    path: evaluations,
    summary: 'Evaluate the log entries that datasets select',
    access: edit,
    params: gatewayParams,
    body: evaluationCreateBody,
    example: {
      name: 'September',
      dataset_ids: ['4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7'],
      evaluation_type_ids: [evaluationTypes[0].id],
    },
    result: evaluationSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid'],
  }),
  'ai-gateway.evaluation.get': endpoint({
    ...shared,
    method: 'GET',
    path: `${evaluations}/{evaluation_id}`,
    summary: 'Read an evaluation and its results',
    access: read,
    params: evaluationParams,
    result: evaluationSchema,
    errors: ['gateway-config-unknown'],
  }),
  'ai-gateway.evaluation.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: `${evaluations}/{evaluation_id}`,
    summary: 'Delete an evaluation with its results and return it',
    access: edit,
    params: evaluationParams,
    result: evaluationSchema,
    errors: ['gateway-config-unknown'],
  }),
} as const;
