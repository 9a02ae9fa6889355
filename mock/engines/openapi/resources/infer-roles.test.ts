import { describe, expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';
import { inferRoles } from './infer-roles.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object) => ({ responses: { 200: json(schema) } });
const lamp = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, watts: { type: 'number' } },
};
const lamps = { type: 'array', items: lamp };

/** Roles by method and path. */
function rolesOf(paths: object) {
  const document = readDocument({ openapi: '3.0.3', info: {}, paths }, 'shop.json');
  const roles = inferRoles(document);
  return new Map(
    document.operations.map(({ id, method, path }) => [`${method} ${path}`, roles.get(id)] as const),
  );
}

describe('a collection', () => {
  it('is listed, and its items are made, read, changed and removed', () => {
    const roles = rolesOf({
      '/lamps': {
        get: {
          ...answers(lamps),
          parameters: [
            { name: 'name', in: 'query' },
            { name: 'page', in: 'query' },
          ],
        },
        post: { requestBody: json(lamp), ...answers(lamp) },
      },
      '/lamps/{lamp_id}': {
        get: answers(lamp),
        put: { requestBody: json(lamp), ...answers(lamp) },
        patch: { requestBody: json(lamp), ...answers(lamp) },
        delete: { responses: { 204: {} } },
      },
    });
    expect([...roles].map(([name, role]) => `${name}: ${role?.kind}`)).toEqual([
      'GET /lamps: list',
      'POST /lamps: create',
      'GET /lamps/{lamp_id}: read',
      'PUT /lamps/{lamp_id}: replace',
      'DELETE /lamps/{lamp_id}: remove',
      'PATCH /lamps/{lamp_id}: update',
    ]);
    expect(roles.get('GET /lamps')).toMatchObject({
      resource: {
        path: '/lamps',
        itemPath: '/lamps/{lamp_id}',
        idParameter: 'lamp_id',
        idMember: 'id',
        keyedByClient: false,
        filters: [{ parameter: 'name', member: 'name', match: 'equal' }],
      },
    });
  });
});
