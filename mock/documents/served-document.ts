import { ApiError } from '../../spec/errors.ts';
import type { Located, OpenApiDocument } from '../engines/openapi/document.ts';
import { readEnvelope } from '../engines/openapi/resources/envelope.ts';
import { inferRoles } from '../engines/openapi/resources/infer-roles.ts';
import type { Resource, Role } from '../engines/openapi/resources/resource.ts';
import { Schemas } from '../engines/openapi/schemas/schemas.ts';

/** A document with everything that is read from it once. */
export interface ServedDocument {
  readonly document: OpenApiDocument;
  readonly schemas: Schemas;
  /** By operation id. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The schema of an entry in the list of a resource, if it has a list. */
  entryOf(resource: Resource): Located | undefined;
}

export function serveDocument(document: OpenApiDocument): ServedDocument {
  const roles = inferRoles(document);
  const entries = new Map<Resource, Located | undefined>();
  const readEntry = (resource: Resource) => {
    const list = document.operations.find(({ id }) => {
      const role = roles.get(id);
      return role?.kind === 'list' && role.resource === resource;
    });
    return list && readEnvelope(document, list)?.list?.record;
  };
  return {
    document,
    schemas: new Schemas(
      document,
      (problem) => new ApiError('document-schema-unusable', { problem: `${document.name}: ${problem}` }),
    ),
    roles,
    entryOf(resource) {
      if (!entries.has(resource)) entries.set(resource, readEntry(resource));
      return entries.get(resource);
    },
  };
}
