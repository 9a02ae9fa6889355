import { conversionLimits as limits } from '../../../../../spec/services/inference/conversion.ts';
import { WorkError, WorkThreads } from '../../../../engines/apart/work-threads.ts';
import {
  type ConvertDocument,
  type ConvertedDocument,
  convertDocument,
  type Document,
  isText,
} from '../convert-document.ts';

/** Converts short texts at once, and everything else in threads. */
export function createConverter(): ConvertDocument {
  const threads = new WorkThreads<Document, ConvertedDocument>(
    new URL('./worker.ts', import.meta.url),
    limits.work,
  );
  return async (document, signal) => {
    const { type, bytes } = document;
    if (isText(type) && bytes.length <= limits.smallBytes) return convertDocument(document);
    try {
      return await threads.do(document, signal, bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
    } catch (error) {
      if (error instanceof WorkError) return { problem: `The file can not be converted: ${error.message}` };
      throw error;
    }
  };
}
