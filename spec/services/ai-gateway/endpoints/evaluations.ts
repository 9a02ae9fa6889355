import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import { evaluationTypeListQuery, evaluationTypeSchema, evaluationTypes } from '../evaluation-types.ts';
import {
  evaluationCreateBody,
  evaluationListQuery,
  evaluationParams,
  evaluationSchema,
} from '../evaluations.ts';
import { accountParams, gatewayParams } from '../gateway.ts';
import { edit, read, shared } from './shared.ts';

const evaluations = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/evaluations';

/** Measurements of the log entries that datasets select. */
export const evaluationEndpoints = {
  'ai-gateway.evaluation-type.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai-gateway/evaluation-types',
    summary: 'List what evaluations can measure',
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
    summary: 'Measure the log entries that datasets select',
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
    summary: 'Delete an evaluation and its results, and answer what it was',
    access: edit,
    params: evaluationParams,
    result: evaluationSchema,
    errors: ['gateway-config-unknown'],
  }),
} as const;
