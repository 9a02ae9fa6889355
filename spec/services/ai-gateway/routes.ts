import { z } from 'zod';
import { queryInteger, timestampSchema, uuidSchema } from '../../schema.ts';
import { gatewayParams } from './gateway.ts';
import { gatewayLimits as limits } from './limits.ts';

const next = z.object({ elementId: z.string().min(1) });
const element = { id: z.string().min(1) };

/** One element of a dynamic route: fact sheet inference, section 6.8. Names of the links are inferred. */
export const routeElementSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), ...element, outputs: z.object({ next }) }),
  z.object({
    type: z.literal('conditional'),
    ...element,
    properties: z.object({ conditions: z.unknown() }),
    outputs: z.object({ true: next, false: next }),
  }),
  z.object({
    type: z.literal('percentage'),
    ...element,
    outputs: z.object({ else: next.optional() }).catchall(next),
  }),
  z.object({
    type: z.literal('rate'),
    ...element,
    properties: z.object({
      key: z.string(),
      limit: z.number().gt(0),
      limitType: z.enum(['count', 'cost']),
      /** Seconds. */
      window: z.number().gt(0),
    }),
    outputs: z.object({ success: next, fallback: next }),
  }),
  z.object({
    type: z.literal('model'),
    ...element,
    properties: z.object({
      provider: z.string().min(1),
      model: z.string().min(1),
      /** Milliseconds. */
      timeout: z.number().min(0),
      retries: z.int().min(0),
    }),
    outputs: z.object({ success: next, fallback: next }),
  }),
  z.object({ type: z.literal('end'), ...element, outputs: z.object({}) }),
]);

const elements = z.array(routeElementSchema).min(1).max(limits.routeElements);

export const routeCreateBody = z.object({ name: z.string().min(1).max(limits.routeName), elements });
export const routeUpdateBody = z.object({ name: z.string().min(1).max(limits.routeName) });
export const routeVersionBody = z.object({ elements });
export const routeDeploymentBody = z.object({ version_id: z.string().min(1) });

const versionSchema = z.object({
  version_id: z.string().min(1),
  active: z.boolean().optional(),
  created_at: timestampSchema,
  is_valid: z.boolean().optional(),
});

const deploymentSchema = z.object({
  deployment_id: z.string().min(1),
  version_id: z.string().min(1),
  created_at: timestampSchema,
});

export const routeSchema = z.object({
  id: uuidSchema,
  account_tag: z.string().optional(),
  gateway_id: z.string(),
  name: z.string(),
  created_at: timestampSchema,
  modified_at: timestampSchema,
  elements: z.array(routeElementSchema),
  version: versionSchema.optional(),
  deployment: deploymentSchema.nullable().optional(),
});

export type DynamicRoute = z.infer<typeof routeSchema>;

/** Lists of routes stand under `data`, not under `result`. */
function listOf<const Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object({
    success: z.literal(true),
    data: z.looseObject({
      [name]: z.array(item),
      page: z.int().min(1),
      per_page: z.int().min(1),
      order_by: z.string(),
      order_by_direction: z.enum(['asc', 'desc']),
    }),
  });
}

export const routeListSchema = listOf('routes', routeSchema);
export const routeVersionListSchema = listOf('versions', versionSchema);
export const routeDeploymentListSchema = listOf('deployments', deploymentSchema);

/** What an update answers: the route stands beside `success`. */
export const routeUpdatedSchema = z.object({ success: z.literal(true), route: routeSchema });

export const routeParams = z.object({ ...gatewayParams.shape, route_id: uuidSchema });
export const routeVersionParams = z.object({ ...routeParams.shape, version_id: z.string().min(1) });

export const routeListQuery = z.object({
  page: queryInteger(1, 999_999_999, 1),
  per_page: queryInteger(1, limits.gatewaysPerPageMax, limits.perPageDefault),
});
