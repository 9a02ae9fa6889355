import type { MoreOperations } from '../api/operations.ts';
import type { OpenApiDocument } from '../engines/openapi/document.ts';
import { isObject } from '../engines/openapi/json.ts';
import { createDocumentRoutes } from './document-routes.ts';
import { isNamed, type OpenApiOption } from './openapi-option.ts';
import { readWithOverlays } from './read-with-overlays.ts';
import { type ServedDocument, serveDocument } from './served-document.ts';

/** Documents that are served. */
export interface OpenedDocuments {
  readonly documents: readonly ServedDocument[];
  readonly routes: MoreOperations;
}

/** Opens documents. @throws DocumentError for one that can't be served */
export function openDocuments(options: readonly OpenApiOption[]): OpenedDocuments {
  const documents = options.map((option) => serveDocument(toDocument(option)));
  return { documents, routes: createDocumentRoutes(documents) };
}

function toDocument(option: OpenApiOption): OpenApiDocument {
  if (isNamed(option)) return readWithOverlays(option);
  const { info } = option as { readonly info?: unknown };
  const title = isObject(info) && typeof info['title'] === 'string' ? info['title'] : 'The document';
  return readWithOverlays({ name: title, document: option });
}
