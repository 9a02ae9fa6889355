import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { pageNumber, pageSize, timestampSchema } from '../../schema.ts';
import { edit, gatewayParams, read, shared } from './gateways.ts';
import { gatewayLimits as limits } from './limits.ts';

const next = z.object({ elementId: z.string().min(1) });
const element = { id: z.string().min(1) };

/** One element of a dynamic route: cloudflare-typescript, AI Gateway. Names of the links are inferred. */
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
    // Optional: an index signature covers every member, and one of them is.
    outputs: z.object({ else: next.optional() }).catchall(next.optional()),
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
const routeUpdateBody = z.object({ name: z.string().min(1).max(limits.routeName) });
const routeVersionBody = z.object({ elements });
const routeDeploymentBody = z.object({ version_id: z.string().min(1) });

const version = {
  version_id: z.string().min(1),
  /** Whether it serves; a string, as in the platform's own client. */
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

/** A route with the version that serves and its deployment; both exist from the start (documented). */
const routeSchema = z.object({
  ...head,
  account_tag: z.string().optional(),
  version: versionSchema,
  deployment: deploymentSchema,
});

export type DynamicRoute = z.infer<typeof routeSchema>;

/** The answer to a new version, a deployment and a deletion, with the elements of that version. */
const routeChangeSchema = z.object({
  ...head,
  account_tag: z.string().optional(),
  version: versionSchema.optional(),
  deployment: deploymentSchema.optional(),
});

export type RouteChange = z.infer<typeof routeChangeSchema>;

/** A single version, with the name of its route. */
const routeVersionSchema = z.object({ ...head, ...version });

export type RouteVersion = z.infer<typeof routeVersionSchema>;

/** Lists of routes are under `data`, not under `result`. */
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

const routeListSchema = listOf('routes', routeSchema);
const routeVersionListSchema = listOf('versions', versionSchema);
const routeDeploymentListSchema = listOf('deployments', deploymentSchema);

/** The answer to an update: the route is next to `success`. */
const routeUpdatedSchema = z.object({ success: z.literal(true), route: routeSchema });

const routeParams = z.object({ ...gatewayParams.shape, route_id: z.string().min(1) });
const routeVersionParams = z.object({ ...routeParams.shape, version_id: z.string().min(1) });

const routeListQuery = z.object({
  page: pageNumber,
  per_page: pageSize(1, limits.gatewaysPerPageMax, limits.perPageDefault),
});

const known = { ...shared, errors: ['gateway-config-unknown'] } as const;

const routes = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/routes';
const route = `${routes}/{route_id}` as const;

const exampleElements: z.input<typeof routeVersionBody>['elements'] = [
  { id: 'start', type: 'start', outputs: { next: { elementId: 'end' } } },
  { id: 'end', type: 'end', outputs: {} },
];

/** Dynamic routes, their versions and deployments. The gateway host serves them. */
export const routeEndpoints = {
  'ai-gateway.route.list': endpoint({
    ...known,
    method: 'GET',
    path: routes,
    summary: 'List the dynamic routes of a gateway',
    access: read,
    params: gatewayParams,
    query: routeListQuery,
    result: routeListSchema,
    answer: 'plain',
  }),
  'ai-gateway.route.create': endpoint({
    ...known,
    method: 'POST',
    path: routes,
    summary: 'Create a dynamic route with its first version, which serves',
    access: edit,
    params: gatewayParams,
    body: routeCreateBody,
    example: { name: 'cheap-first', elements: exampleElements },
    result: routeSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid', 'route-exists', 'route-elements-invalid'],
  }),
  'ai-gateway.route.get': endpoint({
    ...known,
    method: 'GET',
    path: route,
    summary: 'Read a dynamic route',
    access: read,
    params: routeParams,
    result: routeSchema,
  }),
  'ai-gateway.route.edit': endpoint({
    ...known,
    method: 'PATCH',
    path: route,
    summary: 'Rename a dynamic route',
    access: edit,
    params: routeParams,
    body: routeUpdateBody,
    example: { name: 'cheap-last' },
    result: routeUpdatedSchema,
    answer: 'plain',
    errors: ['gateway-config-unknown', 'gateway-config-invalid', 'route-exists'],
  }),
  'ai-gateway.route.delete': endpoint({
    ...known,
    method: 'DELETE',
    path: route,
    summary: 'Delete a dynamic route and return it',
    access: edit,
    params: routeParams,
    result: routeChangeSchema,
  }),
  'ai-gateway.route.version.list': endpoint({
    ...known,
    method: 'GET',
    path: `${route}/versions`,
    summary: 'List the versions of a dynamic route',
    access: read,
    params: routeParams,
    query: routeListQuery,
    result: routeVersionListSchema,
    answer: 'plain',
  }),
  'ai-gateway.route.version.create': endpoint({
    ...known,
    method: 'POST',
    path: `${route}/versions`,
    summary: 'Add a version to a dynamic route; it serves after its deployment',
    access: edit,
    params: routeParams,
    body: routeVersionBody,
    example: { elements: exampleElements },
    result: routeChangeSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid', 'route-elements-invalid'],
  }),
  'ai-gateway.route.version.get': endpoint({
    ...known,
    method: 'GET',
    path: `${route}/versions/{version_id}`,
    summary: 'Read a version of a dynamic route',
    access: read,
    params: routeVersionParams,
    result: routeVersionSchema,
  }),
  'ai-gateway.route.deployment.list': endpoint({
    ...known,
    method: 'GET',
    path: `${route}/deployments`,
    summary: 'List the deployments of a dynamic route',
    access: read,
    params: routeParams,
    query: routeListQuery,
    result: routeDeploymentListSchema,
    answer: 'plain',
  }),
  'ai-gateway.route.deployment.create': endpoint({
    ...known,
    method: 'POST',
    path: `${route}/deployments`,
    summary: 'Deploy a version of a dynamic route',
    access: edit,
    params: routeParams,
    body: routeDeploymentBody,
    example: { version_id: '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7' },
    result: routeChangeSchema,
    errors: ['gateway-config-unknown', 'gateway-config-invalid'],
  }),
} as const;
