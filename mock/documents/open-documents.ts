import type { MoreOperations } from '../api/operations.ts';
import type { OpenApiDocument } from '../engines/openapi/document.ts';
import { isObject } from '../engines/openapi/json.ts';
import { readDocument } from '../engines/openapi/read-document.ts';
import { applyOverlay, readOverlay } from '../engines/openapi/resources/overlay.ts';
import { createDocumentRoutes } from './document-routes.ts';
import { isNamed, type NamedDocument, type OpenApiOption } from './openapi-option.ts';

/** Opens documents. @throws DocumentError for one that can't be served */
export function openDocuments(options: readonly OpenApiOption[]): MoreOperations {
  return createDocumentRoutes(options.map(toDocument));
}

function toDocument(option: OpenApiOption): OpenApiDocument {
  if (isNamed(option)) {
    const { name, document, overlays = [] } = option;
    return readDocument(overlays.reduce(applyNamed, document), name);
  }
  const { info } = option as { readonly info?: unknown };
  const title = isObject(info) && typeof info['title'] === 'string' ? info['title'] : 'The document';
  return readDocument(option, title);
}

/** What is no object is refused as a document later. */
const applyNamed = (document: unknown, { name, document: overlay }: NamedDocument): unknown =>
  isObject(document) ? applyOverlay(document, readOverlay(overlay, name)) : document;
