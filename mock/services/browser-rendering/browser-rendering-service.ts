import type { endpoints } from '../../../spec/services/browser-rendering/endpoints.ts';
import type { Service } from '../../api/call.ts';
import type { ModelBackend } from '../../engines/models/backend.ts';
import {
  createAccessibilityTreeHandler,
  createContentHandler,
  createJsonHandler,
  createLinksHandler,
  createMarkdownHandler,
  createPdfHandler,
  createScrapeHandler,
  createScreenshotHandler,
  createSnapshotHandler,
} from './actions.ts';
import type { Renderer } from './renderer.ts';

/** Browser rendering: a browser loads pages, and an action turns them into the answer. */
export function createBrowserRenderingService({
  renderer,
  backend,
}: {
  readonly renderer: Renderer;
  /** Reads pages for `/json`. */
  readonly backend: ModelBackend;
}): Service<typeof endpoints> {
  return {
    'browser-rendering.screenshot.create': createScreenshotHandler(renderer),
    'browser-rendering.links.create': createLinksHandler(renderer),
    'browser-rendering.content.create': createContentHandler(renderer),
    'browser-rendering.markdown.create': createMarkdownHandler(renderer),
    'browser-rendering.pdf.create': createPdfHandler(renderer),
    'browser-rendering.snapshot.create': createSnapshotHandler(renderer),
    'browser-rendering.scrape.create': createScrapeHandler(renderer),
    'browser-rendering.json.create': createJsonHandler(renderer, backend),
    'browser-rendering.accessibility-tree.create': createAccessibilityTreeHandler(renderer),
  };
}
