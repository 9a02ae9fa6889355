import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { getTexts, type PdfFacts, type PdfPage, readPdf, textOn, tooLargePdf } from './read-pdf.ts';
import { askFor, html, type Members, type Refusal, refusalTest } from './rendering.ts';

const pdf = 'browser-rendering.pdf.create';

/** Three pages, the last one with a background. */
const page = html(
  `<h1>One</h1><p>first</p><h2>Part</h2><h1 class="new">Two</h1><p>second</p>
  <div class="new" style="background: #12c934; height: 40px">third</div>`,
  '<style>body { margin: 0 } .new { break-before: page }</style>',
);

/** Prints a PDF. Tests with equal requests share it. */
async function printedAs(t: TestContext, pdfOptions?: Members, source = page): Promise<Reply> {
  const body = { html: source, ...(pdfOptions && { pdfOptions }) };
  const reply = await t.sharing(() => askFor(t, pdf, body));
  t.expectSuccess(reply, `a PDF with ${show(pdfOptions ?? {})}`);
  return reply;
}

const printed = async (t: TestContext, pdfOptions?: Members, source = page): Promise<PdfFacts> =>
  readPdf((await printedAs(t, pdfOptions, source)).bytes);

/** Fails unless two lengths are equal, except for rounding to pixels. */
function near(actual: number, expected: number, what: string, by = 1): void {
  ok(Math.abs(actual - expected) <= by, `${what} is ${actual}, expected ${expected}`);
}

function first({ pages }: PdfFacts): PdfPage {
  const [one] = pages;
  if (!one) throw new ConformanceFailure('the PDF has no pages');
  return one;
}

function isOfSize(facts: PdfFacts, [width, height]: readonly [number, number]): void {
  for (const one of facts.pages) {
    near(one.width, width, 'the width of a page');
    near(one.height, height, 'the height of a page');
  }
}

/** Points of each format (ISO 216; ANSI for the others), in portrait except for ledger. */
const formats = {
  letter: [612, 792],
  legal: [612, 1008],
  tabloid: [792, 1224],
  ledger: [1224, 792],
  a0: [2384, 3370],
  a1: [1684, 2384],
  a2: [1191, 1684],
  a3: [842, 1191],
  a4: [595, 842],
  a5: [420, 595],
  a6: [298, 420],
} as const;

type Format = keyof typeof formats;

/** Further options for each format. They don't change the paper, and other tests judge them on the same PDF. */
const beside = {
  letter: { pageRanges: '2' },
  legal: { pageRanges: '1, 3' },
  tabloid: { pageRanges: '2-3' },
  ledger: { pageRanges: '2-' },
  a0: { pageRanges: '-2' },
  a1: { pageRanges: '' },
  a2: { printBackground: true },
  a3: { tagged: false },
  a4: { outline: true },
  a5: { headerTemplate: '<p>Top</p>', footerTemplate: '<p>Bottom</p>' },
  a6: {},
} as const satisfies Readonly<Record<Format, Members>>;

const printedOn = (t: TestContext, format: Format) => printed(t, { format, ...beside[format] });

const formatTests = (Object.keys(formats) as Format[]).map(
  (format): Test<KnownRequirementId> => ({
    title: `prints pages of the format ${format}`,
    requirements: ['BR-PDF-4'],
    features: ['browser'],
    run: async (t) => isOfSize(await printedOn(t, format), formats[format]),
  }),
);

/** The effect of each option on the page size. */
const sizes: readonly (readonly [
  title: string,
  requirement: KnownRequirementId,
  options: Members,
  size: readonly [number, number],
  style?: string,
])[] = [
  ['landscape pages with landscape true', 'BR-PDF-5', { landscape: true }, [792, 612]],
  ['A5 in landscape', 'BR-PDF-5', { landscape: true, format: 'a5' }, [595, 420]],
  ['portrait pages with landscape false', 'BR-PDF-5', { landscape: false }, [612, 792]],
  ['pages with a width and a height in pixels', 'BR-PDF-6', { width: 400, height: 800 }, [300, 600]],
  ['pages with a width and a height in units', 'BR-PDF-6', { width: '5in', height: '100mm' }, [360, 283.5]],
  ['pages with a width in px and a height in cm', 'BR-PDF-6', { width: '480px', height: '20cm' }, [360, 567]],
  [
    'pages in the format, even with a width and a height',
    'BR-PDF-7',
    { format: 'a6', width: 400, height: 800 },
    [298, 420],
  ],
  [
    'pages in the size of the style with preferCSSPageSize',
    'BR-PDF-10',
    { preferCSSPageSize: true, format: 'a4' },
    [225, 375],
    '@page { size: 300px 500px }',
  ],
  [
    'pages in the size of the request without preferCSSPageSize',
    'BR-PDF-10',
    { format: 'a4' },
    [595, 842],
    '@page { size: 300px 500px }',
  ],
];

const sizeTests = sizes.map(
  ([title, requirement, options, size, style]): Test<KnownRequirementId> => ({
    title: `prints ${title}`,
    requirements: [requirement],
    features: ['browser'],
    run: async (t) => {
      const source = style === undefined ? page : html('<p>Shop</p>', `<style>${style}</style>`);
      isOfSize(await printed(t, options, source), size);
    },
  }),
);

const ranges: readonly (readonly [
  range: string,
  texts: readonly RegExp[],
  format: 'letter' | 'legal' | 'tabloid' | 'ledger' | 'a0' | 'a1',
])[] = [
  ['2', [/Two/], 'letter'],
  ['1, 3', [/One/, /third/], 'legal'],
  ['2-3', [/Two/, /third/], 'tabloid'],
  ['2-', [/Two/, /third/], 'ledger'],
  ['-2', [/One/, /Two/], 'a0'],
  ['that is empty', [/One/, /Two/, /third/], 'a1'],
];

const rangeTests = ranges.map(
  ([range, texts, format]): Test<KnownRequirementId> => ({
    title: `prints the pages of the range ${range}`,
    requirements: ['BR-PDF-8'],
    features: ['browser'],
    run: async (t) => {
      const found = getTexts(await printedOn(t, format));
      equal(found.length, texts.length, 'the number of pages');
      for (const [index, text] of texts.entries()) match(found[index], text, `page ${index + 1}`);
    },
  }),
);

/** Lengths and a time within their limits. */
const measured = {
  html: page,
  pdfOptions: { timeout: 300_000, width: '10cm', height: 400, margin: { top: '1in' } },
};

const refusals: readonly Refusal[] = [
  {
    title: 'refuses invalid lengths',
    requirements: ['BR-ERR-2'],
    atMost: 'may',
    action: pdf,
    good: measured,
    bad: {
      'with an unknown unit': { pdfOptions: { width: '10parsec', height: 400 } },
      'with a negative width': { pdfOptions: { width: -10, height: 400 } },
      'with a margin that is not a length': { pdfOptions: { margin: { top: 'wide' } } },
    },
  },
  {
    title: 'refuses a pdfOptions.timeout above five minutes',
    requirements: ['BR-ERR-2'],
    atMost: 'may',
    action: pdf,
    good: measured,
    bad: {
      'with 300001': { pdfOptions: { timeout: 300_001 } },
      'with a negative one': { pdfOptions: { timeout: -1 } },
    },
  },
];

/** Pages as PDF. */
export const renderedPdfSuite = defineSuite({ name: 'browser-rendering/pdf', features: ['browser'] }, [
  {
    title: 'answers with the PDF itself, in letter format',
    requirements: ['BR-PDF-1', 'BR-PDF-2', 'BR-PDF-3'],

    run: async (t) => {
      const reply = await printedAs(t);
      await t.check('BR-PDF-2', () =>
        equal(reply.headers.get('content-type')?.split(';')[0], 'application/pdf', 'the content type'),
      );
      const facts = await readPdf(reply.bytes);
      await t.check('BR-PDF-3', () => isOfSize(facts, formats.letter));
      const texts = getTexts(facts);
      equal(texts.length, 3, 'the number of pages');
      for (const [index, text] of [/One first Part/, /Two second/, /third/].entries())
        match(texts[index], text, `page ${index + 1}`);
    },
  },
  {
    title: 'prints the page of a URL, with elements added by scripts',
    requirements: ['BR-PDF-1'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const site = await t.site({ '/': html('<script>document.body.append("built")</script>') });
      const reply = await askFor(t, pdf, { url: `${site.url}/` });
      t.expectSuccess(reply, 'a PDF of a URL');
      textOn(first(await readPdf(reply.bytes)), 'built');
    },
  },
  ...formatTests,
  ...sizeTests,
  ...rangeTests,
  test('BR-PDF-9', 'prints text twice as large with a scale of 2, and half as large with 0.5', async (t) => {
    const sizeAt = async (scale?: number) =>
      textOn(first(await printed(t, scale === undefined ? undefined : { scale })), 'first').size;
    const one = await sizeAt();
    near(await sizeAt(2), one * 2, 'the size of text at a scale of 2', 0.2);
    near(await sizeAt(0.5), one / 2, 'the size of text at a scale of 0.5', 0.2);
  }),
  test('BR-PDF-17', 'applies the margins in their units', async (t) => {
    const plain = textOn(first(await printed(t)), 'One');
    const kept = textOn(first(await printed(t, { margin: { top: '2in', left: '5cm' } })), 'One');
    near(kept.x - plain.x, (5 / 2.54) * 72, 'how far the text moved to the right');
    near(plain.y - kept.y, 144, 'how far the text moved down');
    const narrow = html(`<p>${'word '.repeat(60)}</p>`, '<style>body { margin: 0 }</style>');
    const inPixels = first(await printed(t, { margin: { left: 96, right: 480 } }, narrow));
    near(Math.min(...inPixels.texts.map(({ x }) => x)), 72, 'where lines begin');
    ok(inPixels.texts.length > 1, 'the text is on one line in spite of its margin');
  }),
  test(
    'BR-PDF-11',
    'prints header and footer on every page, with their placeholders filled in',
    async (t) => {
      const facts = await printed(t, {
        displayHeaderFooter: true,
        headerTemplate: '<div style="font-size: 10px">Top <span class="title"></span></div>',
        footerTemplate:
          '<div style="font-size: 10px">Page <span class="pageNumber"></span> of <span class="totalPages"></span>, <span class="date"></span>.</div>',
        margin: { top: '2cm', bottom: '2cm' },
      });
      for (const [index, one] of facts.pages.entries()) {
        const words = one.texts.map(({ text }) => text).join(' ');
        match(words, /Top\s+Shop/, `the header of page ${index + 1}`);
        match(words, new RegExp(`Page\\s+${index + 1}\\s+of\\s+3,\\s+.*\\d.*\\.`), 'the footer of a page');
        ok(textOn(one, 'Top').y > one.height - 60, 'the header is not at the top');
        ok(textOn(one, 'Page').y < 60, 'the footer is not at the bottom');
      }
    },
  ),
  test('BR-PDF-11', 'prints neither header nor footer by default', async (t) => {
    const texts = getTexts(await printedOn(t, 'a5')).join(' ');
    ok(!/Top|Bottom/.test(texts), `a template is on a page: ${show(texts)}`);
  }),
  test('BR-PDF-12', 'prints backgrounds only with printBackground', async (t) => {
    const fillsIn = ({ pages }: PdfFacts) => pages.flatMap(({ fills }) => fills);
    ok(fillsIn(await printedOn(t, 'a2')).includes('#12c934'), 'the background is not printed');
    ok(!fillsIn(await printed(t)).includes('#12c934'), 'the background is printed without printBackground');
  }),
  {
    title: 'prints with print styles, not with screen styles',
    requirements: ['BR-PDF-1'],
    atMost: 'may',

    run: async (t) => {
      const style =
        '<style>@media print { .s { display: none } } @media screen { .p { display: none } }</style>';
      const source = html('<p class="s">on screens</p><p class="p">on paper</p>', style);
      const onPaper = getTexts(await printed(t, {}, source)).join(' ');
      match(onPaper, /^(?=.*on paper)(?!.*on screens)/, 'the text of the PDF');
      const forScreens = await askFor(t, pdf, { html: source, emulateMediaType: 'screen' });
      const onScreens = getTexts(await readPdf(forScreens.bytes)).join(' ');
      match(onScreens, /^(?=.*on screens)(?!.*on paper)/, 'the text of the PDF for screens');
    },
  },
  test('BR-PDF-13', 'tags a PDF by default', async (t) => {
    equal((await printed(t)).tagged, true, 'whether a PDF is tagged');
    equal((await printedOn(t, 'a3')).tagged, false, 'whether a PDF with tagged false is tagged');
  }),
  test('BR-PDF-14', 'adds an outline of the headings with outline, and none without', async (t) => {
    const { outline } = await printedOn(t, 'a4');
    const part = { title: 'Part', items: [] };
    equal(
      outline,
      [
        { title: 'One', items: [part] },
        { title: 'Two', items: [] },
      ],
      'the outline',
    );
    equal((await printed(t)).outline, null, 'the outline without outline');
  }),
  {
    title: 'refuses a range without pages',
    requirements: ['BR-PDF-8'],
    atMost: 'may',

    run: (t) =>
      t.refused({
        shape: 'own',
        good: () => askFor(t, pdf, { html: page, pdfOptions: { format: 'letter', pageRanges: '2' } }),
        shared: true,
        bad: ['4', '7-9', 'none', '3-1'].map((pageRanges) => ({
          what: `with ${pageRanges}`,
          send: () => askFor(t, pdf, { html: page, pdfOptions: { pageRanges } }),
        })),
        snapshot: async () => null,
      }),
  },
  tooLargePdf,
  ...refusals.map(refusalTest),
]);
