import { isObject, type JsonObject, type JsonValue } from '../engines/openapi/json.ts';

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

/** The ids that documents give to their operations, without reading more of them. */
export function listOperationIds(openapi: OpenApiOption | readonly OpenApiOption[] = []): readonly string[] {
  const children = (value: unknown) => Object.values(isObject(value) ? value : {}).filter(isObject);
  return getRoots(openapi)
    .flatMap(({ paths }) => children(paths))
    .flatMap((item: JsonObject) => children(item))
    .map(({ operationId }) => operationId)
    .filter((id) => typeof id === 'string');
}
