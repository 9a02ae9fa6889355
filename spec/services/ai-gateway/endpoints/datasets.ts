import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import { datasetBody, datasetListQuery, datasetParams, datasetSchema } from '../datasets.ts';
import { gatewayParams } from '../gateway.ts';
import { edit, read, shared } from './shared.ts';

const datasets = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/datasets';

const example: z.input<typeof datasetBody> = {
  name: 'Slow and dear',
  enable: true,
  filters: [
    { key: 'duration', operator: 'gt', value: [1000] },
    { key: 'model', operator: 'eq', value: ['gpt-5', 'claude-sonnet-5'] },
  ],
};

/** Filters of log entries that are kept, so that evaluations can name them. */
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
    summary: 'Keep filters of log entries as a dataset',
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
    summary: 'Delete a dataset, and answer what it was',
    access: edit,
    params: datasetParams,
    result: datasetSchema,
    errors: ['gateway-config-unknown'],
  }),
} as const;
