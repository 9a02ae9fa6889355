import type { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import { gatewayParams } from '../gateway.ts';
import {
  routeChangeSchema,
  routeCreateBody,
  routeDeploymentBody,
  routeDeploymentListSchema,
  routeListQuery,
  routeListSchema,
  routeParams,
  routeSchema,
  routeUpdateBody,
  routeUpdatedSchema,
  routeVersionBody,
  routeVersionListSchema,
  routeVersionParams,
  routeVersionSchema,
} from '../routes.ts';
import { edit, read, shared } from './shared.ts';

const known = { ...shared, errors: ['gateway-config-unknown'] } as const;

const routes = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}/routes';
const route = `${routes}/{route_id}` as const;

const elements: z.input<typeof routeVersionBody>['elements'] = [
  { id: 'start', type: 'start', outputs: { next: { elementId: 'end' } } },
  { id: 'end', type: 'end', outputs: {} },
];

/** Dynamic routes: their versions, and which of those serve. Serving them is the gateway host's business. */
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
    example: { name: 'cheap-first', elements },
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
    summary: 'Delete a dynamic route, and answer what it was',
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
    summary: 'Add a version to a dynamic route; it serves once it is deployed',
    access: edit,
    params: routeParams,
    body: routeVersionBody,
    example: { elements },
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
    summary: 'List what of a dynamic route was deployed',
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
