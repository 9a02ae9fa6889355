import { ConversionError } from './conversion-error.ts';
import { escapeHtml } from './html.ts';

/** Silences the reader's warnings. */
const silent = 0;

/**
 * The text of a PDF document as HTML: a heading and paragraphs for each page. Its reader is large, so it is loaded at
 * the first document.
 *
 * @throws ConversionError
 */
export async function pdfHtml(name: string, bytes: Uint8Array): Promise<string> {
  const pages = await readPages(bytes);
  const sections = pages.map((text, at) => `<h3>Page ${at + 1}</h3>\n${paragraphs(text)}`);
  return [`<h1>${escapeHtml(name)}</h1>`, '<h2>Contents</h2>', ...sections].join('\n');
}

async function readPages(bytes: Uint8Array): Promise<string[]> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  try {
    // The reader takes ownership of the bytes, so it gets a copy.
    const document = await getDocumentProxy(bytes.slice(), { verbosity: silent });
    try {
      const { text } = await extractText(document, { mergePages: false });
      return text;
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConversionError(`The file is not a readable PDF document: ${reason}`, cause);
  }
}

const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join('\n');
