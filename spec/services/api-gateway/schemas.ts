import { z } from 'zod';
import {
  hexIdSchema,
  paginationQuery,
  queryBooleanSchema,
  queryList,
  timestampSchema,
  uuidSchema,
} from '../../schema.ts';

/** Limits of the endpoint inventory: fact sheet token-validation, sections 1.9 and 2. */
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

/** A hostname whose labels may be variables, each filling a whole label (`{hostVar1}.example.com`). */
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

/** An operation as it is created. */
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

/** Which operations a deletion of several means: ids in the body, or the filters of the list. */
export const operationDeleteManyBody = z.array(z.object({ operation_id: uuidSchema })).optional();

export const operationDeleteManyQuery = z.object({
  host: queryList(z.string()),
  method: queryList(z.string()),
  endpoint: z.string().optional(),
});
