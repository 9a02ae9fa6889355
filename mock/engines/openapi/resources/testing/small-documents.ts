import type { OpenApiDocument } from '../../document.ts';
import { readDocument } from '../../read-document.ts';
import { inferRoles } from '../infer-roles.ts';
import type { Role } from '../resource.ts';

/** A body or an answer of JSON. */
export const json = (schema: object) => ({ content: { 'application/json': { schema } } });
export const answers = (schema: object) => ({ responses: { 200: json(schema) } });
export const takes = (schema: object) => ({ requestBody: json(schema) });
export const list = (items: object) => ({ type: 'array', items });
export const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
export const text = { type: 'string' };
export const done = { responses: { 204: { description: 'Done' } } };

/** A record for tests. */
export const lamp = object({ id: { type: 'string', readOnly: true }, name: text, watts: { type: 'number' } });

/** The document of some paths. */
export const documentOf = (paths: object, more: object = {}): OpenApiDocument =>
  readDocument({ openapi: '3.0.3', info: {}, paths, ...more }, 'shop.json');

/** Roles of a document by method and path. */
export function rolesOf(document: OpenApiDocument): ReadonlyMap<string, Role | undefined> {
  const roles = inferRoles(document);
  return new Map(document.operations.map(({ id, method, path }) => [`${method} ${path}`, roles.get(id)]));
}

/** Kinds of the roles of some paths, in the order of their operations. */
export const kindsOf = (paths: object): string[] =>
  [...rolesOf(documentOf(paths))].map(([name, role]) => `${name}: ${role?.kind}`);

/** The resource of an operation. */
export function resourceOf(paths: object, name: string) {
  const role = rolesOf(documentOf(paths)).get(name);
  return role && 'resource' in role ? role.resource : undefined;
}
