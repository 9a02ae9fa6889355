import { ApiError } from '../../spec/errors.ts';
import type { Declare, RegisteredHandlers } from '../api/registered.ts';
import type { Located, OpenApiDocument } from '../engines/openapi/document.ts';
import { readEnvelope } from '../engines/openapi/resources/envelope.ts';
import { inferRoles } from '../engines/openapi/resources/infer-roles.ts';
import { lazily } from '../engines/openapi/resources/lazily.ts';
import type { Resource, Role } from '../engines/openapi/resources/resource.ts';
import { Schemas } from '../engines/openapi/schemas/schemas.ts';

/** A document with everything that is read from it once. */
export interface ServedDocument {
  readonly document: OpenApiDocument;
  readonly schemas: Schemas;
  /** By operation id. */
  readonly roles: ReadonlyMap<string, Role>;
  /** Whether answers that nothing is known about are invented; if not, they are empty or refused. */
  readonly invents: boolean;
  /** Operations that a service has a handler for, by method and path. */
  readonly handlers: RegisteredHandlers | undefined;
  /** What a service declares of an operation. */
  readonly declare: Declare | undefined;
  /** Whether an operation changes items of a resource. */
  isWritten(resource: Resource): boolean;
  /** The schema of an entry in the list of a resource, if it has a list. */
  entryOf(resource: Resource): Located | undefined;
}

/** How a document is served. */
export type ServeOptions = Pick<ServedDocument, 'invents'> &
  Partial<Pick<ServedDocument, 'handlers' | 'declare'>>;

const writing = new Set<Role['kind']>(['update', 'replace', 'bulk-update', 'bulk-replace']);

export function serveDocument(
  document: OpenApiDocument,
  { invents, handlers, declare }: ServeOptions,
): ServedDocument {
  const roles = inferRoles(document);
  const written = lazily(
    () =>
      new Set(
        [...roles.values()].flatMap((role) =>
          writing.has(role.kind) && 'resource' in role ? role.resource : [],
        ),
      ),
  );
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
    invents,
    handlers,
    declare,
    isWritten: (resource) => written().has(resource),
    entryOf(resource) {
      if (!entries.has(resource)) entries.set(resource, readEntry(resource));
      return entries.get(resource);
    },
  };
}
