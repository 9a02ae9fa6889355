import { z } from 'zod';
import { basePath, type Endpoint, type Upload } from '../../spec/endpoint.ts';
import { anyGroup, type Permission, permissions, toGroupName } from '../../spec/permissions.ts';
import { findAcceptedGroups } from '../../spec/v4/area-permissions.ts';
import type { Declared } from '../api/registered.ts';
import type { DocumentOperation, OpenApiDocument } from '../engines/openapi/document.ts';
import { toUsualPath } from '../engines/openapi/usual-path.ts';
import type { ServedOperation } from './document-handlers.ts';

const unchecked = z.unknown();
const textMap = z.record(z.string(), z.unknown());

/**
 * Declares an operation of a document like one of the contract. Its handler checks what it is given against the
 * document, so its schemas accept everything.
 *
 * @param served its `envelope` is read when the operation is first called
 * @param declared what a service says of it
 */
export function toEndpoint(
  document: OpenApiDocument,
  operation: DocumentOperation,
  { envelope, isRaw, refusal }: Omit<ServedOperation, 'handler'>,
  declared: Declared = {},
): Endpoint {
  const isPlatform = document.basePath === basePath;
  const path = nameVariables(operation.path, isPlatform);
  const isOpen = !declared.access && (!isPlatform || operation.isPublic);
  const takesJson = () => !isRaw && operation.body?.content.some(({ type }) => isJson(type)) === true;
  return {
    method: operation.method as Endpoint['method'],
    // Only paths with access rules are below the base path by themselves.
    path: isOpen ? `${toUsualPath(document.basePath)}${path}` : path,
    summary: operation.summary,
    access: isOpen ? { kind: 'open' } : toAccess(operation),
    params: textMap,
    query: textMap,
    // Read when it is called: a document has thousands of operations.
    get body() {
      return takesJson() ? unchecked : undefined;
    },
    get mediaTypes() {
      const types = operation.body?.content.map(({ type }) => type);
      // The platform stores a value of KV from a form, and from a body of any type.
      return isRaw && isPlatform ? types?.concat('*/*') : types;
    },
    get takes() {
      const takes = getUploads(operation, isRaw);
      return takes.length > 0 || takesJson() ? takes : undefined;
    },
    result: unchecked,
    get answer() {
      return envelope()?.mediaType === undefined ? 'empty' : 'plain';
    },
    get status() {
      const status = Number(envelope()?.status);
      return (Number.isInteger(status) ? status : 200) as Endpoint['status'];
    },
    errors: [],
    ...(refusal && { errorShape: refusal }),
    certainty: 'schema',
    source: document.name,
    ...declared,
  } as Endpoint;
}

/**
 * The permission groups that documentation of the platform names, also as the contract calls them. Where it names none,
 * any permission reads, and any but `… Read` writes.
 */
function toAccess({ method, path }: DocumentOperation): Endpoint['access'] {
  const groups = findAcceptedGroups(method, path);
  const reads = method === 'GET' || method === 'HEAD';
  const any = reads ? [...permissions, anyGroup.read] : [...writing, anyGroup.write];
  const named = groups && [...groups, ...permissions.filter((name) => groups.includes(toGroupName(name)))];
  // A name that the contract doesn't have is one of a permission group.
  return { kind: 'api', permissions: (named ?? any) as readonly Permission[] };
}

const writing = permissions.filter((name) => !name.endsWith(' Read'));

const isJson = (type: string) => /^application\/(?:[\w.-]+\+)?json$/.test(type) || type === '*/*';

function getUploads({ body }: DocumentOperation, isRaw: boolean): Upload[] {
  const types = body?.content.map(({ type }) => type) ?? [];
  const isForm = (type: string) => type === 'multipart/form-data';
  return [
    ...(types.some(isForm) ? (['multipart'] as const) : []),
    ...((isRaw && body) || types.some((type) => !isForm(type) && !isJson(type)) ? (['bytes'] as const) : []),
  ];
}

/**
 * Encodes a path as requests are looked up, and gives its variables names that a router accepts. Those of the platform's zones and accounts get the names
 * that the access rules look for.
 */
function nameVariables(path: string, isPlatform: boolean): string {
  let count = 0;
  const named = path.split('/').map((segment, at, segments) =>
    segment.replace(/\{[^}]*\}|[^{]+|\{/g, (part) => {
      if (!part.endsWith('}') || !part.startsWith('{')) return toUsualPath(part);
      const parent = isPlatform && at === 2 && segment === part ? segments[1] : undefined;
      if (parent === 'zones') return '{zone_id}';
      return parent === 'accounts' ? '{account_id}' : `{variable${count++}}`;
    }),
  );
  return named.join('/');
}
