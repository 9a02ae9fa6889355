import type { OpenApiDocument } from '../engines/openapi/document.ts';
import { inferRoles } from '../engines/openapi/resources/infer-roles.ts';
import type { Role } from '../engines/openapi/resources/resource.ts';
import { Schemas } from '../engines/openapi/schemas/schemas.ts';

/** A document with everything that is read from it once. */
export interface ServedDocument {
  readonly document: OpenApiDocument;
  readonly schemas: Schemas;
  /** By operation id. */
  readonly roles: ReadonlyMap<string, Role>;
}

export const serveDocument = (document: OpenApiDocument): ServedDocument => ({
  document,
  schemas: new Schemas(document),
  roles: inferRoles(document),
});
