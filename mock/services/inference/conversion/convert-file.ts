import { type SupportedType, supportedFiles } from '../../../../spec/services/inference/conversion.ts';
import { toMarkdown } from '../../../engines/markdown/index.ts';
import { ConversionError } from './conversion-error.ts';
import { decodeText, xmlCharset } from './decode-text.ts';
import { fileType } from './file-type.ts';
import { linesHtml, tableHtml } from './html.ts';
import { docxHtml } from './office/docx.ts';
import { openDocumentHtml } from './office/open-document.ts';
import { xlsxHtml } from './office/xlsx.ts';
import { parseCsv } from './parse-csv.ts';
import { pdfHtml } from './pdf.ts';
import { rootOf } from './xml.ts';

/** A file as it was sent. */
export interface SentFile {
  readonly name: string;
  /** What the form says it is; may be empty. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Converted {
  readonly mimeType: string;
  readonly format: 'markdown' | 'text';
  readonly data: string;
}

/** Says what a picture shows. */
export type DescribePicture = (image: Uint8Array, signal: AbortSignal) => Promise<string>;

/**
 * Converts one file.
 *
 * @throws ConversionError for what is not supported or can't be read; what `describe` throws
 */
export async function convertFile(
  file: SentFile,
  describe: DescribePicture,
  signal: AbortSignal,
): Promise<Converted> {
  const { name, type, bytes } = file;
  const mimeType = fileType(name, type);
  if (mimeType === undefined) throw new ConversionError(unsupported(file));
  if (bytes.length === 0) throw new ConversionError('The file is empty');
  if (mimeType === 'image/png' || mimeType === 'image/jpeg') {
    return { mimeType, format: 'markdown', data: await describe(bytes, signal) };
  }
  const data =
    mimeType === 'application/pdf' ? toMarkdown(await pdfHtml(name, bytes)) : markdownOf[mimeType](bytes);
  return { mimeType, format: mimeType === 'text/plain' ? 'text' : 'markdown', data };
}

type TextType = Exclude<SupportedType, 'image/png' | 'image/jpeg' | 'application/pdf'>;

const markdownOf: Readonly<Record<TextType, (bytes: Uint8Array) => string>> = {
  'text/html': toMarkdown,
  'text/plain': (bytes) => decodeText(bytes),
  'text/markdown': (bytes) => decodeText(bytes),
  'text/csv': (bytes) => toMarkdown(tableHtml(parseCsv(decodeText(bytes)).map((row) => row.map(linesHtml)))),
  'application/json': (bytes) => {
    const text = decodeText(bytes);
    requireJson(text);
    return fenced('json', text);
  },
  'application/xml': (bytes) => {
    const text = decodeText(bytes, xmlCharset(bytes));
    rootOf(text);
    return fenced('xml', text);
  },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': (bytes) =>
    toMarkdown(docxHtml(bytes)),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': (bytes) => toMarkdown(xlsxHtml(bytes)),
  'application/vnd.oasis.opendocument.text': (bytes) => toMarkdown(openDocumentHtml(bytes, 'text')),
  'application/vnd.oasis.opendocument.spreadsheet': (bytes) =>
    toMarkdown(openDocumentHtml(bytes, 'spreadsheet')),
};

/** A fenced block of code, with a fence that the text does not hold (CommonMark 0.31, section 4.5). */
function fenced(language: string, text: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n*$/, '\n')}${fence}\n`;
}

function requireJson(text: string): void {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new ConversionError('The file is not JSON', cause);
  }
}

const unsupported = ({ name, type }: SentFile): string => {
  const what = type === '' ? name : `${name} (${type})`;
  const known = supportedFiles.map(({ extension }) => extension).join(', ');
  return `Files such as ${what} are not converted: the extensions that are supported are ${known}`;
};
