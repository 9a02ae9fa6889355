import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import type { Handler } from '../../../call.ts';
import { jsonFile } from '../json-file.ts';
import { metaOf } from '../meta-of.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.content.create';

/** Gives the HTML of a page as its scripts have left it: fact sheet browser-rendering, section 6. */
export function createContentHandler({
  render,
}: Renderer): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) =>
    render(call, {
      operation,
      work: (page) => page.content(),
      write: ({ value, page }) => jsonFile(operation, value, metaOf(page)),
    });
}
