import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import type { Handler } from '../../../call.ts';
import { toBase64 } from '../../../engines/models/base64.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.screenshot.create';

/** Takes a picture of a page or of one of its elements: fact sheet browser-rendering, section 4. */
export function createScreenshotHandler({
  render,
}: Renderer): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) => {
    const { selector, scrollPage, screenshotOptions = {} } = call.body;
    const { encoding = 'binary', ...options } = screenshotOptions;
    const inBase64 = encoding === 'base64';
    return render(call, {
      operation,
      visit: { scroll: scrollPage },
      work: (page) => page.screenshot({ ...options, selector }),
      write: ({ value }) =>
        inBase64
          ? { mediaType: 'text/plain', content: toBase64(value) }
          : { mediaType: `image/${options.type ?? 'png'}`, content: value },
      // Neither body nor type of it is documented: section 4.
      ...(inBase64 && { basis: 'inferred' }),
    });
  };
}
