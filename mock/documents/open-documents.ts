import type { MoreOperations } from '../api/operations.ts';
import type { OpenApiDocument } from '../engines/openapi/document.ts';
import { isObject } from '../engines/openapi/json.ts';
import { createDocumentRoutes } from './document-routes.ts';
import { isNamed, type OpenApiOption } from './openapi-option.ts';
import { readWithOverlays } from './read-with-overlays.ts';

/** Opens documents. @throws DocumentError for one that can't be served */
export function openDocuments(options: readonly OpenApiOption[]): MoreOperations {
  return createDocumentRoutes(options.map(toDocument));
}

function toDocument(option: OpenApiOption): OpenApiDocument {
  if (isNamed(option)) return readWithOverlays(option);
  const { info } = option as { readonly info?: unknown };
  const title = isObject(info) && typeof info['title'] === 'string' ? info['title'] : 'The document';
  return readWithOverlays({ name: title, document: option });
}
