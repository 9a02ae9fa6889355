import { type ConvertDocument, convertDocument } from '../convert-document.ts';

/** Documents are converted in the page itself, whose own requests are all that wait. */
export const createConverter = (): ConvertDocument => convertDocument;
