import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import { gatewayParams } from '../gateway.ts';
import {
  logDeleteQuery,
  logDetailSchema,
  logListQuery,
  logParams,
  logPatchBody,
  logSchema,
} from '../logs.ts';
import { edit, read, shared } from './shared.ts';

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
    summary: 'Delete the log entries that fit',
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
    summary: 'Say what a log entry is worth, or change its metadata',
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
