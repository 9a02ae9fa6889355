import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { apiGatewayEdit, apiGatewayRead } from '../../permissions.ts';
import {
  hexIdSchema,
  paginationQuery,
  queryBooleanSchema,
  queryList,
  timestampSchema,
  uuidSchema,
} from '../../schema.ts';

/**
 * Limits of the endpoint inventory: Cloudflare docs, API Shield plans and cloudflare-typescript, API Gateway.
 */
export const apiGatewayLimits = {
  host: 255,
  endpoint: 4096,
  /** Saved operations of one zone, on the plan with API Shield. */
  operationsPerZone: 10_000,
} as const;

export const operationMethods = [
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'CONNECT',
  'PATCH',
  'TRACE',
] as const;

export const operationMethodSchema = z.enum(operationMethods);

const label = String.raw`(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?|\{\w+\})`;

/** A hostname whose labels can be variables, each filling a whole label (`{hostVar1}.example.com`). */
export const operationHostSchema = z
  .string()
  .max(apiGatewayLimits.host, `must be at most ${apiGatewayLimits.host} characters`)
  .regex(new RegExp(`^${label}(?:\\.${label})*$`), 'must be a hostname; a variable fills a whole label');

/** A path template such as `/users/{id}`. */
export const operationEndpointSchema = z
  .string()
  .max(apiGatewayLimits.endpoint, `must be at most ${apiGatewayLimits.endpoint} characters`)
  .regex(/^\/[^\s?#]*$/, 'must begin with / and hold no space, query or fragment')
  .regex(/^(?:[^{}]|\{[^{}/]+\})*$/, 'has an unbalanced or empty variable');

/** An operation in a creation. */
export const operationInputSchema = z.object({
  method: operationMethodSchema,
  host: operationHostSchema,
  endpoint: operationEndpointSchema,
});

export type OperationInput = z.infer<typeof operationInputSchema>;

/** An operation of the endpoint inventory. */
export const operationSchema = z.object({
  operation_id: uuidSchema,
  method: operationMethodSchema,
  host: z.string(),
  endpoint: z.string(),
  last_updated: timestampSchema,
});

export type Operation = z.infer<typeof operationSchema>;

export const zoneParams = z.object({ zone_id: hexIdSchema });
export const operationParams = z.object({ zone_id: hexIdSchema, operation_id: uuidSchema });

const featureQuery = queryList(
  z.enum(['thresholds', 'parameter_schemas', 'schema_info', 'confidence_intervals']),
);

export const operationGetQuery = z.object({
  feature: featureQuery,
  with_schemas: queryBooleanSchema.optional(),
});

export const operationListQuery = z.object({
  host: queryList(z.string()),
  method: queryList(z.string()),
  endpoint: z.string().optional(),
  order: z
    .string()
    .regex(
      /^(?:method|host|endpoint|thresholds\.[\w$]+)$/,
      'must be method, host, endpoint or thresholds.$key',
    )
    .optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  feature: featureQuery,
  ...paginationQuery,
});

/** Operations that a deletion of several selects: ids in the body, or the filters of the list. */
export const operationDeleteManyBody = z.array(z.object({ operation_id: uuidSchema })).optional();

export const operationDeleteManyQuery = z.object({
  host: queryList(z.string()),
  method: queryList(z.string()),
  endpoint: z.string().optional(),
});

const source = 'cloudflare-typescript, API Gateway';
const none = z.object({});
const edit = { kind: 'api', permissions: apiGatewayEdit } as const;
const read = { kind: 'api', permissions: apiGatewayRead } as const;
const example = { method: 'GET', host: 'api.example.localhost', endpoint: '/users/{id}' } as const;

/** What most operations here share. */
const shared = {
  query: none,
  answer: 'envelope',
  status: 200,
  certainty: 'documented',
  source,
} as const;

/** The endpoint inventory: saved operations of a zone. */
export const endpoints = {
  'api-gateway.operation.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones/{zone_id}/api_gateway/operations',
    summary: 'List the saved operations',
    access: read,
    params: zoneParams,
    query: operationListQuery,
    result: z.array(operationSchema),
    answer: 'page',
    errors: [],
  }),
  'api-gateway.operation.create': endpoint({
    ...shared,
    method: 'POST',
    path: '/zones/{zone_id}/api_gateway/operations',
    summary: 'Save several operations, all or none',
    access: edit,
    params: zoneParams,
    body: z.array(operationInputSchema).min(1).max(apiGatewayLimits.operationsPerZone),
    example: [example],
    result: z.array(operationSchema),
    errors: ['operation-limit'],
  }),
  'api-gateway.operation.delete-many': endpoint({
    ...shared,
    method: 'DELETE',
    path: '/zones/{zone_id}/api_gateway/operations',
    summary: 'Delete several operations: the ones in the body, or those that the filters select, or all',
    access: edit,
    params: zoneParams,
    query: operationDeleteManyQuery,
    body: operationDeleteManyBody,
    example: [{ operation_id: '0d9bf70c-92e1-4bb3-9411-34a3bcc59003' }],
    result: z.undefined(),
    answer: 'bare-envelope',
    errors: ['operation-unknown'],
    certainty: 'inferred',
  }),
  'api-gateway.operation.create-item': endpoint({
    ...shared,
    method: 'POST',
    path: '/zones/{zone_id}/api_gateway/operations/item',
    summary: 'Save one operation',
    access: edit,
    params: zoneParams,
    body: operationInputSchema,
    example,
    result: operationSchema,
    errors: ['operation-limit'],
  }),
  'api-gateway.operation.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones/{zone_id}/api_gateway/operations/{operation_id}',
    summary: 'Read an operation',
    access: read,
    params: operationParams,
    query: operationGetQuery,
    result: operationSchema,
    errors: ['operation-unknown'],
  }),
  'api-gateway.operation.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: '/zones/{zone_id}/api_gateway/operations/{operation_id}',
    summary: 'Delete an operation',
    access: edit,
    params: operationParams,
    result: z.undefined(),
    answer: 'bare-envelope',
    errors: ['operation-unknown'],
  }),
} as const;
