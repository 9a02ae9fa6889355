import type { OpenApiDocument } from '../engines/openapi/document.ts';
import { createDocumentRoutes, type DocumentRoutes } from './document-routes.ts';
import { getName, isNamed, type OpenApiOption } from './openapi-option.ts';
import { readWithOverlays } from './read-with-overlays.ts';
import { type ServedDocument, serveDocument } from './served-document.ts';

/** Documents that are served. */
export interface OpenedDocuments {
  readonly documents: readonly ServedDocument[];
  readonly routes: DocumentRoutes;
}

/** Opens documents. @throws DocumentError for one that can't be served */
export function openDocuments(options: readonly OpenApiOption[]): OpenedDocuments {
  const documents = options.map((option) => serveDocument(toDocument(option)));
  return { documents, routes: createDocumentRoutes(documents) };
}

function toDocument(option: OpenApiOption): OpenApiDocument {
  return readWithOverlays(isNamed(option) ? option : { name: getName(option), document: option });
}
