import type { browserRenderingEndpoints } from '../../../../spec/services/browser-rendering/endpoints.ts';
import { browserRenderingLimits } from '../../../../spec/services/browser-rendering/limits.ts';
import type { Handler } from '../../../call.ts';
import type { Renderer } from '../renderer.ts';

const operation = 'browser-rendering.pdf.create';
const { pdfMs } = browserRenderingLimits;

/** Prints a page: fact sheet browser-rendering, section 6. */
export function createPdfHandler({
  render,
}: Renderer): Handler<(typeof browserRenderingEndpoints)[typeof operation]> {
  return (call) => {
    const options = call.body.pdfOptions ?? {};
    const { timeout = pdfMs.default } = options;
    return render(call, {
      operation,
      work: (page) => page.pdf({ ...options, timeout: timeout === 0 ? pdfMs.max : timeout }),
      write: ({ value }) => ({ mediaType: 'application/pdf', content: value }),
    });
  };
}
