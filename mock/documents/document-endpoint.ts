import { z } from 'zod';
import { basePath, type Endpoint, type Upload } from '../../spec/endpoint.ts';
import type { DocumentOperation, OpenApiDocument } from '../engines/openapi/document.ts';

/** An operation of a document as the API plane serves it. */
export interface DocumentEndpoint {
  readonly endpoint: Endpoint;
  /** Names of the document's path variables, by those of the endpoint's path. */
  readonly variables: ReadonlyMap<string, string>;
}

const unchecked = z.unknown();
const textMap = z.record(z.string(), z.unknown());

/**
 * Declares an operation of a document like one of the contract. Its handler checks what it is given against the
 * document, so its schemas accept everything.
 */
export function toEndpoint(document: OpenApiDocument, operation: DocumentOperation): DocumentEndpoint {
  const isPlatform = document.basePath === basePath;
  const { path, variables } = nameVariables(operation.path, isPlatform);
  const takes = getUploads(operation);
  const takesJson = operation.body?.content.some(({ type }) => isJson(type)) === true;
  return {
    variables,
    endpoint: {
      method: operation.method as Endpoint['method'],
      path: isPlatform ? path : `${document.basePath}${path}`,
      summary: operation.summary,
      access: isPlatform && !operation.isPublic ? { kind: 'api', permissions: [] } : { kind: 'open' },
      params: textMap,
      query: textMap,
      ...(takesJson && { body: unchecked }),
      ...(takes.length > 0 && { takes }),
      result: unchecked,
      answer: 'plain',
      status: 200,
      errors: [],
      certainty: 'schema',
      source: document.name,
    },
  };
}

const isJson = (type: string) => /^application\/(?:[\w.-]+\+)?json$/.test(type) || type === '*/*';

function getUploads({ body }: DocumentOperation): Upload[] {
  const types = body?.content.map(({ type }) => type) ?? [];
  const isForm = (type: string) => type === 'multipart/form-data';
  return [
    ...(types.some(isForm) ? (['multipart'] as const) : []),
    ...(types.some((type) => !isForm(type) && !isJson(type)) ? (['bytes'] as const) : []),
  ];
}

/**
 * Gives the variables of a path names that a router accepts. Those of the platform's zones and accounts get the names
 * that the access rules look for.
 */
function nameVariables(
  path: string,
  isPlatform: boolean,
): Pick<DocumentEndpoint['endpoint'], 'path'> & {
  readonly variables: ReadonlyMap<string, string>;
} {
  const variables = new Map<string, string>();
  const named = path.split('/').map((segment, at, segments) => {
    return segment.replace(/\{([^}]*)\}/g, (whole, variable: string) => {
      const parent = isPlatform && at === 2 && segment === whole ? segments[1] : undefined;
      const name =
        parent === 'zones' ? 'zone_id' : parent === 'accounts' ? 'account_id' : `variable${variables.size}`;
      variables.set(name, variable);
      return `{${name}}`;
    });
  });
  return { path: named.join('/'), variables };
}
