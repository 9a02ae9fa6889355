import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import type { Handler } from '../../../call.ts';
import { jsonFile } from '../json-file.ts';
import { metaOf } from '../meta-of.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.accessibility-tree.create';

/** Gives the tree that assistive technology reads: fact sheet browser-rendering, section 6. */
export function createAccessibilityTreeHandler({
  render,
}: Renderer): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) => {
    // Whoever names a root wants all of what is below it.
    const { root, interestingOnly = root === undefined } = call.body;
    return render(call, {
      operation,
      work: (page) => page.accessibilityTree({ root, interestingOnly }),
      write: ({ value, page }) => jsonFile(operation, { accessibilityTree: value }, metaOf(page)),
    });
  };
}
