import { z } from 'zod';
import { queryInteger, timestampSchema } from '../../schema.ts';
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

export type RouteElement = z.infer<typeof routeElementSchema>;

const elements = z.array(routeElementSchema).min(1).max(limits.routeElements);

export const routeCreateBody = z.object({ name: z.string().min(1).max(limits.routeName), elements });
export const routeUpdateBody = z.object({ name: z.string().min(1).max(limits.routeName) });
export const routeVersionBody = z.object({ elements });
export const routeDeploymentBody = z.object({ version_id: z.string().min(1) });

const version = {
  version_id: z.string().min(1),
  /** Whether it serves; a text, as the platform's own client has it. */
  active: z.enum(['true', 'false']),
  created_at: timestampSchema,
  /** The elements as JSON text (inferred). */
  data: z.string(),
  is_valid: z.boolean().optional(),
};

const versionSchema = z.object(version);

const deploymentSchema = z.object({
  deployment_id: z.string().min(1),
  version_id: z.string().min(1),
  created_at: timestampSchema,
});

const head = {
  id: z.string().min(1),
  gateway_id: z.string(),
  name: z.string(),
  created_at: timestampSchema,
  modified_at: timestampSchema,
  elements: z.array(routeElementSchema),
};

/** A route with the version that serves, and what made it serve: there is one from the start (documented). */
export const routeSchema = z.object({
  ...head,
  account_tag: z.string().optional(),
  version: versionSchema,
  deployment: deploymentSchema,
});

export type DynamicRoute = z.infer<typeof routeSchema>;

/** What comes of a new version, of a deployment and of a deletion: the elements are those it is about. */
export const routeChangeSchema = z.object({
  ...head,
  account_tag: z.string().optional(),
  version: versionSchema.optional(),
  deployment: deploymentSchema.optional(),
});

export type RouteChange = z.infer<typeof routeChangeSchema>;

/** One version by itself, with the name of its route. */
export const routeVersionSchema = z.object({ ...head, ...version });

export type RouteVersion = z.infer<typeof routeVersionSchema>;

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

export const routeParams = z.object({ ...gatewayParams.shape, route_id: z.string().min(1) });
export const routeVersionParams = z.object({ ...routeParams.shape, version_id: z.string().min(1) });

export const routeListQuery = z.object({
  page: queryInteger(1, 999_999_999, 1),
  per_page: queryInteger(1, limits.gatewaysPerPageMax, limits.perPageDefault),
});
