import { isObject, type JsonObject } from '../engines/openapi/json.ts';

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

/** The ids that documents give to their operations, without reading more of them. */
export function listOperationIds(openapi: OpenApiOption | readonly OpenApiOption[] = []): readonly string[] {
  const children = (value: unknown) => Object.values(isObject(value) ? value : {}).filter(isObject);
  return [openapi]
    .flat()
    .map((option) => (isNamed(option) ? option.document : option))
    .flatMap((document) => (isObject(document) ? children(document['paths']) : []))
    .flatMap((item: JsonObject) => children(item))
    .map(({ operationId }) => operationId)
    .filter((id) => typeof id === 'string');
}
