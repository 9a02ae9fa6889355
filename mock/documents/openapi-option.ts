import { idPrefixes } from '../../spec/v4/register/names.ts';
import type { MoreIds } from '../control/faults/faults.ts';
import { methods } from '../engines/openapi/document.ts';
import { isObject, type JsonObject, type JsonValue } from '../engines/openapi/json.ts';
import { makeOperationId } from '../engines/openapi/operation-id.ts';

/** A document as data, or with a name for messages. */
export type OpenApiOption = Readonly<Record<string, unknown>> | NamedDocument;

/** A document with a name, such as that of its file. */
export interface NamedDocument {
  readonly name: string;
  readonly document: unknown;
  /** OpenAPI overlays, applied in order. */
  readonly overlays?: readonly NamedDocument[];
}

export const isNamed = (option: OpenApiOption): option is NamedDocument =>
  typeof option['name'] === 'string' && 'document' in option && !('paths' in option);

/** The addresses that documents give to their API: hosts with the path that the mock serves. */
export function listServers(openapi: OpenApiOption | readonly OpenApiOption[] = []): readonly URL[] {
  return getRoots(openapi).flatMap(({ servers }) => {
    const urls = (Array.isArray(servers) ? (servers as readonly JsonValue[]) : [])
      .map((server) => (isObject(server) ? URL.parse(String(server['url'])) : null))
      .filter((url) => url !== null)
      .filter(({ protocol }) => /^https?:$/.test(protocol));
    return urls.filter(({ pathname }) => pathname === urls[0]?.pathname);
  });
}

function getRoots(openapi: OpenApiOption | readonly OpenApiOption[]): readonly JsonObject[] {
  return [openapi]
    .flat()
    .map((option) => (isNamed(option) ? option.document : option))
    .filter(isObject);
}

/** The ids of the operations of documents, without reading more of them. */
function listOperationIds(openapi: OpenApiOption | readonly OpenApiOption[] = []): readonly string[] {
  const all = new Set<string>();
  for (const option of [openapi].flat()) {
    const own = new Set<string>();
    for (const { method, path, node } of listOperations(isNamed(option) ? option.document : option)) {
      const { operationId } = node;
      const wanted = typeof operationId === 'string' && operationId !== '' ? operationId : undefined;
      own.add(wanted === undefined || own.has(wanted) ? makeOperationId(method, path) : wanted);
    }
    const taken = new Set(all);
    for (const id of own) all.add(taken.has(id) ? `${getName(option)}:${id}` : id);
  }
  return [...all];
}

/** The ids of the operations of documents, and the first parts of those of the register. */
export const listMoreIds = ({
  openapi,
  v4 = true,
}: {
  readonly openapi?: OpenApiOption | readonly OpenApiOption[] | undefined;
  readonly v4?: boolean | undefined;
}): ReturnType<MoreIds> => ({
  ids: listOperationIds(openapi),
  prefixes: v4 ? idPrefixes : new Set(),
});

/** Whether a document has an operation that reads a path without variables, from the root of the host. */
export function hasRead(openapi: OpenApiOption | readonly OpenApiOption[] = [], path: string): boolean {
  return getRoots(openapi).some((root) => {
    const { servers } = root;
    const [server] = Array.isArray(servers) ? (servers as readonly JsonValue[]) : [];
    const url = isObject(server) ? URL.parse(String(server['url']), 'http://localhost') : null;
    const basePath = (url?.pathname ?? '').replace(/\/+$/, '');
    return listOperations(root).some((one) => one.method === 'GET' && `${basePath}${one.path}` === path);
  });
}

function listOperations(document: unknown) {
  const entries = (value: unknown) => Object.entries(isObject(value) ? value : {});
  return entries(isObject(document) ? document['paths'] : undefined).flatMap(([path, item]) =>
    entries(item).flatMap(([name, node]) => {
      const method = name.toUpperCase();
      return methods.some((one) => one === method) && isObject(node) ? [{ method, path, node }] : [];
    }),
  );
}

/** The name of a document in messages. */
export function getName(option: OpenApiOption): string {
  if (isNamed(option)) return option.name;
  const { info } = option as { readonly info?: unknown };
  return isObject(info) && typeof info['title'] === 'string' ? info['title'] : 'The document';
}
