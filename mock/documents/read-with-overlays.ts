import type { OpenApiDocument } from '../engines/openapi/document.ts';
import { isObject } from '../engines/openapi/json.ts';
import { readDocument } from '../engines/openapi/read-document.ts';
import { applyOverlay, readOverlay } from '../engines/openapi/resources/overlay.ts';
import { findPlatformOverlay } from './platform-overlay.ts';

/**
 * Reads a document with its overlays, and before them the one that the project has for the platform's own document.
 *
 * @param name for messages
 * @param overlays as data, applied in order
 * @throws DocumentError for a document or an overlay that can't be used
 */
export function readWithOverlays(
  root: unknown,
  name: string,
  overlays: readonly unknown[] = [],
): OpenApiDocument {
  const plain = readDocument(root, name);
  const platform = findPlatformOverlay(plain);
  const all = [
    ...(platform ? [platform] : []),
    ...overlays.map((one) => readOverlay(one, `An overlay of ${name}`)),
  ];
  if (all.length === 0) return plain;
  return readDocument(
    all.reduce(
      (document, overlay) => (isObject(document) ? applyOverlay(document, overlay) : document),
      root,
    ),
    name,
  );
}
