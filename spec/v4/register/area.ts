import { nameOf, type Shape, toSchema } from './notation.ts';

/** An operation of the register. */
export interface RegisteredOperation {
  /** Id of the method of the client, or of the command line. */
  readonly id: string;
  /** How its list is paged: the name of its pages in the client. */
  readonly page?: string;
  readonly query?: Shape;
  readonly headers?: Shape;
  readonly body?: Shape;
  /** Media type of the body if it is not JSON. */
  readonly sends?: string;
  /** `result` of the envelope. */
  readonly result?: Shape;
  /** The whole answer, where it is in no envelope. */
  readonly answer?: Shape;
}

/** A file of `spec/v4/operations`: the operations of one part of the API. */
export interface RegisteredArea {
  /** By method and path below `/client/v4`. */
  readonly operations: Readonly<Record<string, RegisteredOperation>>;
  readonly schemas: Readonly<Record<string, Shape>>;
}

/**
 * The area of a path: its first part, or for what belongs to an account or a zone the part behind the id.
 *
 * @example
 * areaOf('/zones/0123/dns_records') // 'dns_records'
 * areaOf('/zones/0123') // 'zones'
 */
export function areaOf(path: string): string {
  const [scope = '', , part] = path.split('/').slice(1);
  return part !== undefined && part !== '' && (scope === 'accounts' || scope === 'zones') ? part : scope;
}

type Node = Readonly<Record<string, unknown>>;

/** The OpenAPI document of an area. */
export function toDocument(name: string, { operations, schemas }: RegisteredArea): Node {
  const paths: Record<string, Record<string, Node>> = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    const item = paths[path] ?? {};
    paths[path] = item;
    item[method.toLowerCase()] = toOperation(name, path, operation, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: `The register: ${name}`, version: '1' },
    servers: [{ url: 'https://api.cloudflare.com/client/v4' }],
    security: [{ credentials: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).map(([key, shape]) => [key, toSchema(shape)])),
    },
  };
}

/** Paths that need no credentials. */
const open: ReadonlySet<string> = new Set(['/ips']);

/** Media types of what the client sends or takes as it is. */
const texts: ReadonlyMap<Shape | undefined, string> = new Map([
  ['file', 'application/octet-stream'],
  ['string', 'text/plain'],
]);

const toMediaType = (shape: Shape | undefined) => texts.get(shape) ?? 'application/json';

type Shapes = RegisteredArea['schemas'];

function toOperation(area: string, path: string, operation: RegisteredOperation, shapes: Shapes): Node {
  const { id, query, headers, body, sends, answer } = operation;
  const variables = [...path.matchAll(/\{([^}]+)\}/g)].map(([, variable = '']) => ({
    name: variable,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const parameters = [
    ...variables,
    ...toParameters('query', query, shapes),
    ...toParameters('header', headers, shapes),
  ];
  // A type without members says that the client takes nothing out of the envelope.
  const isEnvelope = answer === undefined || JSON.stringify(answer) === '{}';
  const schema = isEnvelope ? toEnvelope(operation) : toSchema(answer);
  const type = toMediaType(answer);
  return {
    operationId: id,
    tags: [area],
    ...(open.has(path) && { security: [] }),
    parameters,
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { [sends ?? toMediaType(body === 'file' ? body : undefined)]: { schema: toSchema(body) } },
      },
    }),
    responses: { 200: { description: '', content: { [type]: { schema } } } },
  };
}

function toParameters(place: 'query' | 'header', shape: Shape | undefined, shapes: Shapes): readonly Node[] {
  if (shape === undefined || typeof shape === 'string' || Array.isArray(shape)) return [];
  return Object.entries(shape).flatMap(([member, type]) => {
    const name = nameOf(member);
    const parameter = { name, in: place, required: name === member, schema: toSchema(type) };
    const members = typeof type === 'string' && type.startsWith('@') ? shapes[type.slice(1)] : type;
    if (typeof members !== 'object' || Array.isArray(members) || !('exact?' in members)) return [parameter];
    // A comparison is sent as `name.contains`; a value alone is the exact one.
    const compared = toParameters(place, members, shapes).map((one) => ({
      ...one,
      name: `${name}.${one['name']}`,
    }));
    return [{ ...parameter, schema: toSchema(members['exact?'] ?? 'string') }, ...compared];
  });
}

/** Members of `result_info` by the kind of pages. */
const pageInfo: Readonly<Record<string, Shape>> = {
  V4PagePaginationArray: numbers('page', 'per_page', 'count', 'total_count', 'total_pages'),
  V4PagePagination: numbers('page', 'per_page', 'count', 'total_count', 'total_pages'),
  CursorPagination: { cursor: 'string', ...numbers('count', 'per_page') },
  CursorLimitPagination: { cursor: 'string', ...numbers('count', 'per_page') },
  CursorPaginationAfter: { cursors: { after: 'string' }, ...numbers('count', 'per_page') },
  ContainersInstancesV1Pagination: { next_page_token: 'string' },
  PageTokenPagination: { next_page_token: 'string' },
};

function numbers(...names: readonly string[]): Readonly<Record<string, Shape>> {
  return Object.fromEntries(names.map((name) => [`${name}?`, 'integer']));
}

function toEnvelope({ page, result = 'any' }: RegisteredOperation): Node {
  const info = page === undefined ? undefined : pageInfo[page];
  return {
    type: 'object',
    required: ['success', 'errors', 'messages', 'result'],
    properties: {
      success: { const: true },
      errors: { type: 'array', items: {} },
      messages: { type: 'array', items: {} },
      result: toSchema(result),
      ...(info !== undefined && { result_info: toSchema(info) }),
    },
  };
}
