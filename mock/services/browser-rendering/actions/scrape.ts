import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import type { Handler } from '../../../call.ts';
import { jsonFile } from '../json-file.ts';
import { metaOf } from '../meta-of.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.scrape.create';

/** Tells what each selector finds: fact sheet browser-rendering, section 6. */
export function createScrapeHandler({
  render,
}: Renderer): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) => {
    const selectors = call.body.elements.map(({ selector }) => selector);
    return render(call, {
      operation,
      work: (page) => page.scrape(selectors),
      write: ({ value, page }) => {
        const found = selectors.map((selector, index) => ({
          selector,
          results: (value[index] ?? []).map((one) => ({ ...one, attributes: [...one.attributes] })),
        }));
        return jsonFile(operation, found, metaOf(page));
      },
    });
  };
}
