import type { Contract, ResultOf } from '../../../spec/contract.ts';
import type { browserRenderingEndpoints } from '../../../spec/services/browser-rendering/endpoints.ts';
import type { Meta } from '../../../spec/services/browser-rendering/schemas/page.ts';
import type { RenderedFile } from './kept-files.ts';

type JsonOperation = Exclude<
  keyof typeof browserRenderingEndpoints,
  'browser-rendering.screenshot.create' | 'browser-rendering.pdf.create'
>;

/** The JSON answer of an operation, which has `meta` where that is given. */
export function jsonFile<Id extends JsonOperation>(
  _operation: Id,
  result: ResultOf<Contract[Id]>,
  meta?: Meta,
): RenderedFile {
  return {
    mediaType: 'application/json',
    content: JSON.stringify({ success: true, result, ...(meta && { meta }) }),
  };
}
