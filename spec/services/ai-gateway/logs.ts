import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { pageNumber, pageSize, queryBooleanSchema, queryInteger, timestampSchema } from '../../schema.ts';
import { edit, gatewayParams, read, shared } from './gateways.ts';
import { logIdSchema } from './headers.ts';
import { gatewayLimits as limits } from './limits.ts';
import { logFiltersParameter } from './log-filters.ts';

const count = z.number().min(0);

/** A log entry of a list: cloudflare-typescript, AI Gateway. */
export const logSchema = z.object({
  id: logIdSchema,
  created_at: timestampSchema,
  provider: z.string(),
  model: z.string(),
  path: z.string(),
  /** Milliseconds. */
  duration: count,
  success: z.boolean(),
  cached: z.boolean(),
  tokens_in: count.nullable(),
  tokens_out: count.nullable(),
  /** Dollars. */
  cost: count.optional(),
  custom_cost: z.boolean().optional(),
  /** An object, although a source says text. */
  metadata: z
    .union([z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])), z.string(), z.null()])
    .optional(),
  model_type: z.string().optional(),
  request_type: z.string().optional(),
  request_content_type: z.string().optional(),
  response_content_type: z.string().optional(),
  status_code: z.int().optional(),
  step: z.int().min(0).optional(),
  feedback: z.number().min(-1).max(1).nullable().optional(),
  score: z.number().min(0).max(100).nullable().optional(),
  wholesale: z.boolean().optional(),
  byok: z.boolean().optional(),
  authentication: z.boolean().optional(),
  timings: z.looseObject({}).nullable().optional(),
  usage_metadata: z.looseObject({}).nullable().optional(),
});

export type Log = z.infer<typeof logSchema>;

/** A single log entry, with the beginning of both bodies. */
export const logDetailSchema = z.object({
  ...logSchema.shape,
  request_head: z.string().optional(),
  request_head_complete: z.boolean().optional(),
  request_size: count.optional(),
  response_head: z.string().optional(),
  response_head_complete: z.boolean().optional(),
  response_size: count.optional(),
});

export type LogDetail = z.infer<typeof logDetailSchema>;

/** `result_info` of a list of logs, with the ranges of the matching entries. */
export const logResultInfoSchema = z.object({
  page: z.int().min(1),
  per_page: z.int().min(1),
  count: z.int().min(0),
  total_count: z.int().min(0),
  min_cost: z.number().nullable().optional(),
  max_cost: z.number().nullable().optional(),
  min_duration: z.number().nullable().optional(),
  max_duration: z.number().nullable().optional(),
  min_tokens_in: z.number().nullable().optional(),
  max_tokens_in: z.number().nullable().optional(),
  min_tokens_out: z.number().nullable().optional(),
  max_tokens_out: z.number().nullable().optional(),
  min_total_tokens: z.number().nullable().optional(),
  max_total_tokens: z.number().nullable().optional(),
});

const logParams = z.object({ ...gatewayParams.shape, log_id: logIdSchema });

const number = z
  .string()
  .regex(/^\d{1,15}(?:\.\d{1,9})?$/, 'must be a number')
  .transform(Number)
  .optional();

const dotted = z.union([z.string(), z.array(z.string())]).optional();

/** Orders of lists. */
export const logOrders = ['created_at', 'provider', 'model', 'model_type', 'success', 'cached'] as const;

const filters = {
  filters: logFiltersParameter.optional(),
  'filters.key': dotted,
  'filters.operator': dotted,
  'filters.value': dotted,
};

export const logListQuery = z.object({
  search: z.string().optional(),
  page: pageNumber,
  per_page: pageSize(1, limits.logsPerPageMax, limits.perPageDefault),
  order_by: z.enum(logOrders).optional(),
  order_by_direction: z.enum(['asc', 'desc']).optional(),
  ...filters,
  meta_info: queryBooleanSchema.optional(),
  start_date: z.iso.datetime({ offset: true }).optional(),
  end_date: z.iso.datetime({ offset: true }).optional(),
  min_cost: number,
  max_cost: number,
  min_duration: number,
  max_duration: number,
  min_tokens_in: number,
  max_tokens_in: number,
  min_tokens_out: number,
  max_tokens_out: number,
  min_total_tokens: number,
  max_total_tokens: number,
  feedback: z.enum(['0', '1']).transform(Number).optional(),
  success: queryBooleanSchema.optional(),
  cached: queryBooleanSchema.optional(),
  model: z.string().optional(),
  model_type: z.string().optional(),
  provider: z.string().optional(),
  request_content_type: z.string().optional(),
  response_content_type: z.string().optional(),
});

export const logDeleteQuery = z.object({
  ...filters,
  limit: queryInteger(1, limits.logsDeletedMax, limits.logsDeletedMax),
  order_by: z.enum(logOrders).optional(),
  order_by_direction: z.enum(['asc', 'desc']).optional(),
});

/** Members of a log entry that a caller can change. */
const logPatchBody = z.object({
  feedback: z.number().min(-1).max(1).nullable().optional(),
  score: z.number().min(0).max(100).nullable().optional(),
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .nullable()
    .optional(),
});

const known = { ...shared, errors: ['gateway-config-unknown'] } as const;

const logs = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/logs';

/** The logs of a gateway. */
export const logEndpoints = {
  'ai-gateway.log.list': endpoint({
    ...known,
    method: 'GET',
    path: logs,
    summary: 'List the log entries of a gateway, newest first',
    access: read,
    params: gatewayParams,
    query: logListQuery,
    result: z.array(logSchema),
    answer: 'page',
    errors: ['gateway-config-invalid', 'gateway-config-unknown'],
  }),
  'ai-gateway.log.delete': endpoint({
    ...known,
    method: 'DELETE',
    path: logs,
    summary: 'Delete the log entries that match',
    access: edit,
    params: gatewayParams,
    query: logDeleteQuery,
    result: z.unknown(),
    answer: 'bare-envelope',
    errors: ['gateway-config-invalid', 'gateway-config-unknown'],
  }),
  'ai-gateway.log.get': endpoint({
    ...known,
    method: 'GET',
    path: `${logs}/{log_id}`,
    summary: 'Read a log entry',
    access: read,
    params: logParams,
    result: logDetailSchema,
  }),
  'ai-gateway.log.edit': endpoint({
    ...known,
    method: 'PATCH',
    path: `${logs}/{log_id}`,
    summary: 'Set the feedback, score or metadata of a log entry',
    access: edit,
    params: logParams,
    body: logPatchBody,
    example: { feedback: 1, score: 90 },
    result: z.object({}),
    errors: ['gateway-config-invalid', 'gateway-config-unknown'],
  }),
  'ai-gateway.log.request': endpoint({
    ...known,
    method: 'GET',
    path: `${logs}/{log_id}/request`,
    summary: 'Read the body of a request as it was sent',
    access: read,
    params: logParams,
    result: z.unknown(),
    answer: 'plain',
  }),
  'ai-gateway.log.response': endpoint({
    ...known,
    method: 'GET',
    path: `${logs}/{log_id}/response`,
    summary: 'Read the body of an answer as it was given',
    access: read,
    params: logParams,
    result: z.unknown(),
    answer: 'plain',
  }),
} as const;
