import {
  conversionLimits as limits,
  type SupportedType,
} from '../../../../spec/services/inference/conversion.ts';
import { isDeeper } from '../../../api/body.ts';
import { toMarkdown } from '../../../engines/markdown/index.ts';
import { ConversionError } from './conversion-error.ts';
import { decodeText, xmlCharset } from './decode-text.ts';
import { linesHtml } from './html.ts';
import { docxHtml } from './office/docx.ts';
import { openDocumentHtml } from './office/open-document.ts';
import { xlsxHtml } from './office/xlsx.ts';
import { parseCsv } from './parse-csv.ts';
import { pdfHtml } from './pdf.ts';
import { TableWriter } from './table-writer.ts';
import { getRoot } from './xml.ts';

/** File types that are read by their content; a model describes pictures. */
export type DocumentType = Exclude<SupportedType, 'image/png' | 'image/jpeg'>;

/** A file to convert. */
export interface Document {
  readonly name: string;
  readonly type: DocumentType;
  readonly bytes: Uint8Array;
}

/** Converts a document to Markdown or text; `problem` is the reason for a failure. */
export type ConvertDocument = (document: Document, signal: AbortSignal) => Promise<ConvertedDocument>;

export type ConvertedDocument = { readonly data: string } | { readonly problem: string };

/** Converts a document in the same thread. */
export async function convertDocument({ name, type, bytes }: Document): Promise<ConvertedDocument> {
  try {
    if (type === 'application/pdf') return { data: toMarkdown(await pdfHtml(name, bytes)) };
    if (isText(type) && bytes.length > limits.textBytes) {
      return { problem: `The file has more than ${limits.textBytes} bytes of text` };
    }
    return { data: getMarkdown[type](bytes) };
  } catch (error) {
    if (error instanceof ConversionError) return { problem: error.message };
    throw error;
  }
}

/** Whether a file is plain text rather than an archive. */
export const isText = (type: DocumentType): boolean =>
  type.startsWith('text/') || type === 'application/json' || type === 'application/xml';

const getMarkdown: Readonly<Record<Exclude<DocumentType, 'application/pdf'>, (bytes: Uint8Array) => string>> =
  {
    'text/html': toMarkdown,
    'text/plain': (bytes) => decodeText(bytes),
    'text/markdown': (bytes) => decodeText(bytes),
    'text/csv': (bytes) => {
      const tables = new TableWriter();
      return toMarkdown(tables.html(parseCsv(decodeText(bytes), tables).map((row) => row.map(linesHtml))));
    },
    'application/json': (bytes) => {
      const text = decodeText(bytes);
      requireJson(text);
      return fenced('json', text);
    },
    'application/xml': (bytes) => {
      const text = decodeText(bytes, xmlCharset(bytes));
      getRoot(text);
      return fenced('xml', text);
    },
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': (bytes) =>
      toMarkdown(docxHtml(bytes)),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': (bytes) =>
      toMarkdown(xlsxHtml(bytes)),
    'application/vnd.oasis.opendocument.text': (bytes) => toMarkdown(openDocumentHtml(bytes, 'text')),
    'application/vnd.oasis.opendocument.spreadsheet': (bytes) =>
      toMarkdown(openDocumentHtml(bytes, 'spreadsheet')),
  };

/** A fenced code block whose fence does not occur in the text (CommonMark 0.31, section 4.5). */
function fenced(language: string, text: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n*$/, '\n')}${fence}\n`;
}

function requireJson(text: string): void {
  if (isDeeper(text, limits.jsonDepth)) {
    throw new ConversionError(`The file nests objects and lists more than ${limits.jsonDepth} deep`);
  }
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new ConversionError('The file is not JSON', cause);
  }
}
