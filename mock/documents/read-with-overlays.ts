import type { OpenApiDocument } from '../engines/openapi/document.ts';
import { isObject } from '../engines/openapi/json.ts';
import { readDocument, readServers } from '../engines/openapi/read-document.ts';
import { applyOverlay, readOverlay } from '../engines/openapi/resources/overlay.ts';
import type { NamedDocument } from './openapi-option.ts';
import { findPlatformOverlay } from './platform-overlay.ts';

/**
 * Reads a document with its overlays, and before them the one that the project has for the platform's own document.
 *
 * @throws DocumentError for a document or an overlay that can't be used
 */
export function readWithOverlays({ name, document, overlays = [] }: NamedDocument): OpenApiDocument {
  if (!isObject(document)) return readDocument(document, name);
  const platform = findPlatformOverlay(readServers(document));
  const all = [
    ...(platform ? [platform] : []),
    ...overlays.map((overlay) => readOverlay(overlay.document, overlay.name)),
  ];
  return readDocument(all.reduce(applyOverlay, document), name);
}
