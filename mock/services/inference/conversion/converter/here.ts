import { type ConvertDocument, convertDocument } from '../convert-document.ts';

/** Converts documents in the page itself; only the page's own requests wait. */
export const createConverter = (): ConvertDocument => convertDocument;
