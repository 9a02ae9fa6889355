import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { queryBooleanSchema, timestampSchema } from '../../schema.ts';
import { edit, gatewayListQuery, gatewayParams, read, shared } from './gateways.ts';
import type { LogFilter } from './log-filters.ts';

/** Filters of a dataset, which are fewer than those of a list of log entries. */
const datasetFilterKeys = [
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

const datasetFilterOperators = [
  'eq',
  'contains',
  'lt',
  'gt',
] as const satisfies readonly LogFilter['operator'][];

/** One condition; its values are alternatives. All conditions must hold. */
const datasetFilterSchema = z.object({
  key: z.enum(datasetFilterKeys),
  operator: z.enum(datasetFilterOperators),
  value: z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
});

/** Body that saves filters of log entries under a name: types of the platform's client. */
const datasetBody = z.object({
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

const datasetParams = z.object({ ...gatewayParams.shape, dataset_id: z.string().min(1) });

const datasetListQuery = z.object({
  ...gatewayListQuery.shape,
  name: z.string().optional(),
  enable: queryBooleanSchema.optional(),
});

const datasets = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/datasets';

const example: z.input<typeof datasetBody> = {
  name: 'Slow and dear',
  enable: true,
  filters: [
    { key: 'duration', operator: 'gt', value: [1000] },
    { key: 'model', operator: 'eq', value: ['gpt-5', 'claude-sonnet-5'] },
  ],
};

/** Saved filters of log entries, for evaluations. */
export const datasetEndpoints = {
  'ai-gateway.dataset.list': endpoint({
    ...shared,
    method: 'GET',
    path: datasets,
    summary: 'List the datasets of a gateway',
    access: read,
    params: gatewayParams,
    query: datasetListQuery,
    result: z.array(datasetSchema),
    answer: 'page',
    errors: ['gateway-config-unknown'],
  }),
  'ai-gateway.dataset.create': endpoint({
    ...shared,
    method: 'POST',
    path: datasets,
    summary: 'Save filters of log entries as a dataset',
    access: edit,
    params: gatewayParams,
    body: datasetBody,
    example,
    result: datasetSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid'],
  }),
  'ai-gateway.dataset.get': endpoint({
    ...shared,
    method: 'GET',
    path: `${datasets}/{dataset_id}`,
    summary: 'Read a dataset',
    access: read,
    params: datasetParams,
    result: datasetSchema,
    errors: ['gateway-config-unknown'],
  }),
  'ai-gateway.dataset.update': endpoint({
    ...shared,
    method: 'PUT',
    path: `${datasets}/{dataset_id}`,
    summary: 'Replace the name, the filters and the state of a dataset',
    access: edit,
    params: datasetParams,
    body: datasetBody,
    example,
    result: datasetSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid'],
  }),
  'ai-gateway.dataset.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: `${datasets}/{dataset_id}`,
    summary: 'Delete a dataset and return it',
    access: edit,
    params: datasetParams,
    result: datasetSchema,
    errors: ['gateway-config-unknown'],
  }),
} as const;
