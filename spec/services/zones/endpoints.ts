import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { zoneEdit, zoneRead } from '../../permissions.ts';
import { zoneCreateBody, zoneEditBody, zoneListQuery, zoneParams, zoneSchema } from './schemas.ts';

const source = 'fact sheet token-validation, section 3';
const none = z.object({});
const edit = { kind: 'api', permissions: zoneEdit } as const;
const read = { kind: 'api', permissions: zoneRead } as const;

/** Zones: the minimum needed to have a `zone_id`. */
export const zonesEndpoints = {
  'zones.zone.list': endpoint({
    method: 'GET',
    path: '/zones',
    summary: 'List the zones that the credential may see',
    access: read,
    params: none,
    query: zoneListQuery,
    result: z.array(zoneSchema),
    answer: 'page',
    status: 200,
    errors: [],
    certainty: 'documented',
    source,
  }),
  'zones.zone.create': endpoint({
    method: 'POST',
    path: '/zones',
    summary: 'Create a zone',
    access: edit,
    params: none,
    query: none,
    body: zoneCreateBody,
    example: { name: 'shop.localhost', account: { id: '01a7362d577a6c3019a474fd6f485823' }, type: 'full' },
    result: zoneSchema,
    answer: 'envelope',
    status: 200,
    errors: ['zone-exists', 'zone-name-invalid'],
    certainty: 'documented',
    source,
  }),
  'zones.zone.get': endpoint({
    method: 'GET',
    path: '/zones/{zone_id}',
    summary: 'Read a zone',
    access: read,
    params: zoneParams,
    query: none,
    result: zoneSchema,
    answer: 'envelope',
    status: 200,
    errors: [],
    certainty: 'documented',
    source,
  }),
  'zones.zone.edit': endpoint({
    method: 'PATCH',
    path: '/zones/{zone_id}',
    summary: 'Change a zone',
    access: edit,
    params: zoneParams,
    query: none,
    body: zoneEditBody,
    example: { paused: true },
    result: zoneSchema,
    answer: 'envelope',
    status: 200,
    errors: [],
    certainty: 'documented',
    source,
  }),
  'zones.zone.delete': endpoint({
    method: 'DELETE',
    path: '/zones/{zone_id}',
    summary: 'Delete a zone and everything in it',
    access: edit,
    params: zoneParams,
    query: none,
    result: z.object({ id: z.string() }),
    answer: 'envelope',
    status: 200,
    errors: [],
    certainty: 'documented',
    source,
  }),
} as const;
