import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import type { Handler } from '../../../call.ts';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import { jsonFile } from '../json-file.ts';
import { metaOf } from '../meta-of.ts';
import { pageMarkdown } from '../page-markdown.ts';
import { readWithModels } from '../read-with-models.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.json.create';

/** Lets models read a page once it is gone again: fact sheet browser-rendering, section 6. */
export function createJsonHandler(
  { render }: Renderer,
  backend: ModelBackend,
): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) =>
    render(call, {
      operation,
      work: (page) => page.content(),
      write: async ({ value, page }) => {
        const read = await readWithModels(backend, {
          request: call.body,
          page: pageMarkdown(value, page),
          signal: call.request.signal,
        });
        return jsonFile(operation, read, metaOf(page));
      },
    });
}
