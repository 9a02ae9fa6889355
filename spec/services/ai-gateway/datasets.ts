import { z } from 'zod';
import { queryBooleanSchema, timestampSchema } from '../../schema.ts';
import { gatewayListQuery, gatewayParams } from './gateway.ts';
import type { LogFilter } from './log-filters.ts';

/** What a dataset filters log entries by: fewer than a list of log entries knows. */
export const datasetFilterKeys = [
  'created_at',
  'request_content_type',
  'response_content_type',
  'success',
  'cached',
  'provider',
  'model',
  'cost',
  'tokens',
  'tokens_in',
  'tokens_out',
  'duration',
  'feedback',
] as const satisfies readonly LogFilter['key'][];

export const datasetFilterOperators = [
  'eq',
  'contains',
  'lt',
  'gt',
] as const satisfies readonly LogFilter['operator'][];

/** One condition; its values are alternatives. Several conditions all have to hold. */
export const datasetFilterSchema = z.object({
  key: z.enum(datasetFilterKeys),
  operator: z.enum(datasetFilterOperators),
  value: z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
});

/** Body that keeps filters of log entries under a name: types of the platform's client. */
export const datasetBody = z.object({
  name: z.string().min(1),
  enable: z.boolean(),
  filters: z.array(datasetFilterSchema),
});

export const datasetSchema = z.object({
  id: z.string().min(1),
  gateway_id: z.string(),
  ...datasetBody.shape,
  created_at: timestampSchema,
  modified_at: timestampSchema,
});

export type Dataset = z.infer<typeof datasetSchema>;

export const datasetParams = z.object({ ...gatewayParams.shape, dataset_id: z.string().min(1) });

export const datasetListQuery = z.object({
  ...gatewayListQuery.shape,
  name: z.string().optional(),
  enable: queryBooleanSchema.optional(),
});
