import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok, show } from '../harness/assertions.ts';
import { ConformanceFailure, readBy } from '../harness/errors.ts';
import type { Test } from '../harness/suite.ts';
import { askFor } from './rendering.ts';

/** A piece of text on a page. Lengths are in points from the lower left corner. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Font size. */
  readonly size: number;
}

export interface PdfPage {
  /** Points, rounded to whole numbers. */
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PdfText[];
  /** Fill colours as `#rrggbb`. */
  readonly fills: readonly string[];
}

/** A heading of the outline, with its subheadings. */
export interface PdfHeading {
  readonly title: string;
  readonly items: readonly PdfHeading[];
}

/** Facts about a PDF for tests. */
export interface PdfFacts {
  readonly pages: readonly PdfPage[];
  /** Null if it has none. */
  readonly outline: readonly PdfHeading[] | null;
  /** Whether it is tagged. */
  readonly tagged: boolean;
}

/**
 * Reads a PDF. The reader is large, so it is loaded on first use.
 *
 * @throws ConformanceFailure if the bytes are not a PDF
 */
export const readPdf = (bytes: Uint8Array): Promise<PdfFacts> =>
  readBy('The reader of PDF', () => getFacts(bytes));

async function getFacts(bytes: Uint8Array): Promise<PdfFacts> {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  const { OPS } = await getResolvedPDFJS();
  // The reader takes ownership of the bytes, so it gets a copy.
  const pdf = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
  try {
    const pages: PdfPage[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
      const { items } = await page.getTextContent();
      const { fnArray, argsArray } = await page.getOperatorList();
      pages.push({
        width: Math.round(right - left),
        height: Math.round(top - bottom),
        texts: items.flatMap((item) => {
          if (!('str' in item) || item.str.trim() === '') return [];
          const [, , , , x, y] = item.transform;
          return [{ text: item.str, x: Number(x), y: Number(y), size: item.height }];
        }),
        fills: fnArray.flatMap((operator, index) => {
          const [colour] = operator === OPS.setFillRGBColor ? argsArray[index] : [];
          return typeof colour === 'string' ? [colour] : [];
        }),
      });
    }
    const outline = await pdf.getOutline();
    const marks = await pdf.getMarkInfo();
    return { pages, outline: outline ? headings(outline) : null, tagged: marks?.['Marked'] === true };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

interface Heading {
  readonly title: string;
  readonly items: readonly Heading[];
}

const headings = (found: readonly Heading[]): PdfHeading[] =>
  found.map(({ title, items }) => ({ title, items: headings(items) }));

/** The only text on a page that contains these words; fails if there is none. */
export function textOn(page: PdfPage | undefined, text: string): PdfText {
  const found = page?.texts.find((one) => one.text.includes(text));
  if (found) return found;
  throw new ConformanceFailure(
    `${show(text)} is not on the page, which has ${show(page?.texts.map((one) => one.text))}`,
  );
}

/** The texts of each page. */
export const getTexts = ({ pages }: PdfFacts): string[] =>
  pages.map(({ texts }) => texts.map(({ text }) => text).join(' '));

/** A PDF that exceeds the limit of a request. */
export const tooLargePdf: Test<KnownRequirementId> = {
  title: 'answers a body of more than 50 MB with status 413 and the documented text',
  requirements: ['BR-PDF-15'],
  features: ['browser'],
  // The body is in memory several times, so no other test with a large body may run.
  exclusive: 'room for large bodies',
  run: async (t) => {
    const reply = await askFor(t, 'browser-rendering.pdf.create', undefined, {
      upload: getPage(51 * 1024 * 1024),
      headers: { 'content-type': 'application/json' },
    });
    equal(reply.status, 413, 'the status');
    ok(reply.text.includes('request entity too large'), `the text is ${show(reply.text.slice(0, 200))}`);
  },
};

/** A request body with a page of this many letters, as bytes: as a string it would be in memory once more. */
function getPage(letters: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const before = encoder.encode('{"html":"<p>');
  const after = encoder.encode('</p>"}');
  const bytes = new Uint8Array(before.length + letters + after.length).fill(0x78);
  bytes.set(before);
  bytes.set(after, before.length + letters);
  return bytes;
}
