import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import type { SnapshotRequest } from '../../../../spec/services/browser-rendering/schemas/answers.ts';
import type { Handler } from '../../../call.ts';
import type { LoadedPage } from '../../../engines/browser/index.ts';
import { toBase64 } from '../../../engines/models/base64.ts';
import { jsonFile } from '../json-file.ts';
import { metaOf } from '../meta-of.ts';
import { pageMarkdown } from '../page-markdown.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.snapshot.create';

/** Gives a page in several formats, all of the same visit: fact sheet browser-rendering, section 6. */
export function createSnapshotHandler({
  render,
}: Renderer): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) => {
    const formats = new Set(call.body.formats ?? (['content', 'screenshot'] as const));
    return render(call, {
      operation,
      work: (page) => take(page, formats, call.body),
      write: ({ value, page }) => {
        const { html, picture, tree } = value;
        return jsonFile(
          operation,
          {
            ...(formats.has('content') && { content: html }),
            ...(picture && { screenshot: toBase64(picture) }),
            ...(formats.has('markdown') && { markdown: pageMarkdown(html, page) }),
            ...(tree !== undefined && { accessibilityTree: tree }),
          },
          metaOf(page),
        );
      },
    });
  };
}

async function take(
  page: LoadedPage,
  formats: ReadonlySet<string>,
  { screenshotOptions }: Pick<SnapshotRequest, 'screenshotOptions'>,
) {
  const html = formats.has('content') || formats.has('markdown') ? await page.content() : '';
  const tree = formats.has('accessibilityTree') ? await page.accessibilityTree() : undefined;
  // Last, because taking the picture of a whole page may change its size for a moment.
  const picture = formats.has('screenshot') ? await page.screenshot(screenshotOptions) : undefined;
  return { html, tree, picture };
}
