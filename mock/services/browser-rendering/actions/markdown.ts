import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import type { Handler } from '../../../call.ts';
import { jsonFile } from '../json-file.ts';
import { metaOf } from '../meta-of.ts';
import { pageMarkdown } from '../page-markdown.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.markdown.create';

/** Gives a page as Markdown: fact sheet browser-rendering, section 6. */
export function createMarkdownHandler({
  render,
}: Renderer): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) =>
    render(call, {
      operation,
      work: (page) => page.content(),
      write: ({ value, page }) => jsonFile(operation, pageMarkdown(value, page), metaOf(page)),
    });
}
