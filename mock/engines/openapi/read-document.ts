import {
  createResolver,
  DocumentError,
  type DocumentedAnswer,
  type DocumentOperation,
  type DocumentProblem,
  type Located,
  type MediaType,
  type Method,
  methods,
  type OpenApiDocument,
  type Parameter,
  type RequestBody,
} from './document.ts';
import { isObject, type JsonObject, type JsonValue } from './json.ts';
import { makeOperationId } from './operation-id.ts';
import { toPointer } from './pointer.ts';
import { toUsualPath } from './usual-path.ts';

/**
 * Reads an OpenAPI document of version 3.0 or 3.1. Schemas are not looked at, so that a large document opens at once.
 *
 * @param name for messages: a file name or URL
 * @throws DocumentError when it is no such document
 */
export function readDocument(root: unknown, name: string): OpenApiDocument {
  if (!isObject(root))
    throw new DocumentError('openapi', `${name} is not an OpenAPI document: it is no object.`);
  const version = readVersion(root, name);
  const problems: DocumentProblem[] = [];
  const servers = readServers(root);
  const reader = { root, resolve: createResolver(root), problems };
  return {
    name,
    version,
    root,
    basePath: servers.basePath,
    hosts: servers.hosts,
    operations: readOperations(reader),
    problems,
    resolve: reader.resolve,
  };
}

interface Reader {
  readonly root: JsonObject;
  readonly resolve: OpenApiDocument['resolve'];
  readonly problems: DocumentProblem[];
}

function readVersion({ openapi, swagger, paths }: JsonObject, name: string): '3.0' | '3.1' {
  const match = typeof openapi === 'string' ? /^3\.([01])\.\d+/.exec(openapi) : null;
  if (match && isObject(paths)) return match[1] === '0' ? '3.0' : '3.1';
  const reason = match
    ? 'its member paths is no object'
    : typeof openapi === 'string' || typeof swagger === 'string'
      ? `its version is ${openapi ?? swagger}; 3.0 and 3.1 are served`
      : 'its member openapi has no version';
  throw new DocumentError('openapi', `${name} is not an OpenAPI document that can be served: ${reason}.`);
}

/** Where a document says that its API is. */
export function readServers({ servers }: JsonObject): Pick<OpenApiDocument, 'basePath' | 'hosts'> {
  const urls = (Array.isArray(servers) ? (servers as readonly JsonValue[]) : [])
    .filter(isObject)
    .map(({ url }) => (typeof url === 'string' ? URL.parse(url, 'http://localhost/') : null))
    .filter((url) => url !== null);
  return {
    basePath: (urls[0]?.pathname ?? '').replace(/\/+$/, ''),
    hosts: urls.map(({ host }) => host.toLowerCase()).filter((host) => host !== 'localhost'),
  };
}

function readOperations(reader: Reader): DocumentOperation[] {
  const { root, problems, resolve } = reader;
  const found: DocumentOperation[] = [];
  const ids = new Set<string>();
  /** Templates that match the same paths. */
  const places = new Map<string, string>();
  for (const [written, value] of Object.entries(root['paths'] as JsonObject)) {
    const pointer = toPointer('paths', written);
    const item = resolve(value, pointer);
    const wrong = item ? findWrong(written) : 'There is no such path item.';
    if (!item || wrong !== undefined) {
      problems.push({ pointer, problem: wrong ?? '' });
      continue;
    }
    const { path, query } = splitPath(written);
    for (const method of methods) {
      const node = item.node[method.toLowerCase()];
      if (node === undefined) continue;
      const at = `${item.pointer}/${method.toLowerCase()}`;
      const place = `${method} ${toUsualPath(path.replace(variable, '{}'))}`;
      const other = places.get(place);
      if (!isObject(node) || other !== undefined) {
        const problem = isObject(node)
          ? `${method} ${other} matches the same paths.`
          : 'The operation is no object.';
        problems.push({ pointer: at, problem });
        continue;
      }
      places.set(place, written);
      found.push(readOperation(reader, { method, path, query, node, pointer: at, item, ids }));
    }
  }
  return found;
}

const variable = /\{[^}]*\}/g;

/** Why no request can have a path. */
function findWrong(path: string): string | undefined {
  if (!path.startsWith('/')) return 'The path has no slash at its start.';
  const [, fragment] = /(#.*)/.exec(path.replace(variable, '')) ?? [];
  return fragment && `No client sends the fragment ${fragment} of the path: write # as %23.`;
}

/** A path as clients send it, without dot segments, and the query that some documents write behind it. */
function splitPath(written: string): Pick<OperationPlace, 'path' | 'query'> {
  const mark = written.replace(variable, ({ length }) => '_'.repeat(length)).indexOf('?');
  const [path, query] = mark === -1 ? [written, ''] : [written.slice(0, mark), written.slice(mark)];
  const sent: string[] = [];
  const segments = path.split('/');
  for (const [at, segment] of segments.entries()) {
    const dots = segment.replace(/%2e/gi, '.');
    if (dots === '..') sent.splice(Math.max(1, sent.length - 1));
    if (dots !== '.' && dots !== '..') sent.push(segment);
    else if (at === segments.length - 1) sent.push('');
  }
  return { path: sent.join('/'), query: [...new URLSearchParams(query)] };
}

interface OperationPlace {
  readonly method: Method;
  readonly path: string;
  /** What the path asks of the query: `Action=List`. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly node: JsonObject;
  readonly pointer: string;
  readonly item: Located;
  /** Ids in use. */
  readonly ids: Set<string>;
}

/** Reads the head of an operation at once, and its parameters, body and answers when they are first asked for. */
function readOperation(
  reader: Reader,
  { method, path, query, node, pointer, item, ids }: OperationPlace,
): DocumentOperation {
  const { operationId, tags, summary } = node;
  const wanted =
    typeof operationId === 'string' && operationId !== '' ? operationId : makeOperationId(method, path);
  const id = ids.has(wanted) ? makeOperationId(method, path) : wanted;
  ids.add(id);
  const security = node['security'] ?? reader.root['security'];
  const lazily = <T>(read: () => T) => {
    let made: { readonly value: T } | undefined;
    return () => {
      made ??= { value: read() };
      return made.value;
    };
  };
  const asked = query.map(([name, value]): Parameter => {
    const schema = { node: { type: 'string', enum: [value] }, pointer };
    return { name, in: 'query', required: true, style: 'form', explode: true, schema };
  });
  const parameters = lazily(() => [...readParameters(reader, item, node, pointer), ...asked]);
  const body = lazily(() => readBody(reader, node['requestBody'], `${pointer}/requestBody`));
  const answers = lazily(() => readAnswers(reader, node['responses'], `${pointer}/responses`));
  return {
    id,
    method,
    path,
    tags: (Array.isArray(tags) ? (tags as readonly JsonValue[]) : []).filter(
      (tag) => typeof tag === 'string',
    ),
    summary: typeof summary === 'string' ? summary : '',
    pointer,
    node,
    get parameters() {
      return parameters();
    },
    get body() {
      return body();
    },
    get answers() {
      return answers();
    },
    isPublic: !Array.isArray(security) || security.length === 0 || security.some(isEmptyObject),
  };
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

/** Those of the operation come after those of its path, and override them. */
function readParameters({ resolve }: Reader, item: Located, node: JsonObject, pointer: string): Parameter[] {
  const found = new Map<string, Parameter>();
  const lists = [
    [item.node['parameters'], `${item.pointer}/parameters`],
    [node['parameters'], `${pointer}/parameters`],
  ] as const;
  for (const [list, at] of lists) {
    if (!Array.isArray(list)) continue;
    for (const [index, value] of (list as readonly JsonValue[]).entries()) {
      const located = resolve(value, `${at}/${index}`);
      const parameter = located && readParameter(resolve, located);
      if (parameter) found.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

function readParameter(resolve: Reader['resolve'], { node, pointer }: Located): Parameter | undefined {
  const { name, in: place, required, style, explode } = node;
  if (typeof name !== 'string') return undefined;
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return undefined;
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const written = typeof style === 'string' ? style : usual;
  return {
    name,
    in: place,
    required: place === 'path' || required === true,
    style: written,
    explode: typeof explode === 'boolean' ? explode : written === 'form',
    schema: node['schema'] === undefined ? undefined : resolve(node['schema'], `${pointer}/schema`),
  };
}

function readBody(
  { resolve }: Reader,
  value: JsonValue | undefined,
  pointer: string,
): RequestBody | undefined {
  const located = resolve(value, pointer);
  if (!located) return undefined;
  return { required: located.node['required'] === true, content: readContent(resolve, located) };
}

function readAnswers({ resolve }: Reader, value: JsonValue | undefined, pointer: string): DocumentedAnswer[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([status, answer]) => {
    const located = resolve(answer, `${pointer}${toPointer(status)}`);
    return located ? [{ status: status.toUpperCase(), content: readContent(resolve, located) }] : [];
  });
}

function readContent(resolve: Reader['resolve'], { node, pointer }: Located): MediaType[] {
  const { content } = node;
  if (!isObject(content)) return [];
  return Object.entries(content).flatMap(([type, value]) => {
    if (!isObject(value)) return [];
    const at = `${pointer}/content${toPointer(type)}`;
    return [
      {
        type: (type.split(';')[0] ?? '').trim().toLowerCase(),
        schema: value['schema'] === undefined ? undefined : resolve(value['schema'], `${at}/schema`),
        // `null` is an example too.
        example:
          value['example'] === undefined
            ? readExample(resolve, value['examples'], `${at}/examples`)
            : value['example'],
        encoding: isObject(value['encoding']) ? value['encoding'] : {},
      },
    ];
  });
}

/** The value of the first example that has one; some have an address instead. */
function readExample(
  resolve: Reader['resolve'],
  examples: JsonValue | undefined,
  pointer: string,
): JsonValue | undefined {
  if (!isObject(examples)) return undefined;
  return Object.entries(examples)
    .map(([name, value]) => resolve(value, `${pointer}${toPointer(name)}`)?.node['value'])
    .find((value) => value !== undefined);
}
