import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { endpoints } from '../endpoints.ts';
/** The actions other than screenshot and links. */
export const siblingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /content', certainty: 'documented' },
    {
      'BR-CONT-1': 'The result of `/content` is the HTML of the whole page.',
      'BR-CONT-2': 'The result of `/content` includes what the JavaScript of the page built.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /markdown', certainty: 'documented' },
    {
      'BR-MD-1': 'The result of `/markdown` is Markdown.',
      'BR-MD-2': 'The result of `/markdown` includes what the JavaScript of the page built.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /pdf', certainty: 'documented' },
    {
      'BR-PDF-1': 'The response of `/pdf` is a PDF.',
      'BR-PDF-2': 'A PDF has the content type `application/pdf`.',
      'BR-PDF-3': 'A PDF has pages of the size letter by default.',
      'BR-PDF-4': 'With `format` the pages of a PDF have that size.',
      'BR-PDF-5': 'With `landscape` the pages of a PDF are wider than high.',
      'BR-PDF-6': 'With `width` and `height` the pages of a PDF have that size.',
      'BR-PDF-7': 'A `format` overrides `width` and `height`.',
      'BR-PDF-8': 'With `pageRanges` a PDF has only those pages.',
      'BR-PDF-10': 'With `preferCSSPageSize` the pages of a PDF have the size from CSS.',
      'BR-PDF-11': 'With `displayHeaderFooter` every page of a PDF has the templates.',
      'BR-PDF-12': 'With `printBackground` a PDF has the backgrounds of the page.',
      'BR-PDF-13': 'A PDF is tagged by default.',
      'BR-PDF-14': 'With `outline` a PDF has an outline of the headings of the page.',
      'BR-PDF-15': 'A body larger than 50 MB gets status 413.',
      'BR-PDF-17': 'With `margin` the text of a PDF keeps that distance from the edge.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /snapshot', certainty: 'documented' },
    {
      'BR-SNAP-1': 'A snapshot has `content` and `screenshot` by default.',
      'BR-SNAP-2': 'A snapshot has exactly the requested formats.',
      'BR-SNAP-3': 'The `screenshot` of a snapshot is Base64.',
      'BR-SNAP-4': 'The server refuses a snapshot of fewer than two different formats.',
      'BR-SNAP-6': 'The `screenshot` of a snapshot follows `screenshotOptions`.',
      'BR-SNAP-7': 'The `accessibilityTree` of a snapshot is a tree.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /scrape', certainty: 'documented' },
    {
      'BR-SCRAPE-1':
        'The result of `/scrape` has one entry for each requested element, in the order of the request.',
      'BR-SCRAPE-2': 'A selector has one result for each matching element.',
      'BR-SCRAPE-3': 'A result of `/scrape` has the text of the element.',
      'BR-SCRAPE-4': 'A result of `/scrape` has the position and the size of the element.',
      'BR-SCRAPE-5': 'A result of `/scrape` has the attributes of the element with their names and values.',
      'BR-SCRAPE-7': 'A result of `/scrape` has the HTML of the element.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /json', certainty: 'documented' },
    {
      'BR-JSON-1': 'The result of `/json` is an object.',
      'BR-JSON-2': 'The result of `/json` matches the schema of `response_format`.',
      'BR-JSON-3': 'The server refuses a request of `/json` with neither `prompt` nor `response_format`.',
      'BR-JSON-4': 'The server tries the models of `custom_ai` one after the other until one answers.',
      'BR-JSON-6': 'The server refuses a model of `custom_ai` without a provider.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Browser Run /accessibilityTree', certainty: 'documented' },
    {
      'BR-TREE-1': 'The result of `/accessibilityTree` has the tree of the page.',
      'BR-TREE-2': 'With `root` the tree is the tree of that element.',
      'BR-TREE-3': 'A `root` without a matching element returns null with status 200.',
      'BR-TREE-4': 'A malformed `root` gets an error.',
      'BR-TREE-5': 'The tree omits uninteresting nodes by default.',
      'BR-TREE-6': 'With `interestingOnly` false the tree has every node.',
      'BR-TREE-7': 'The tree below a `root` has every node by default.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.pdf.create',
      of: 'PDF request',
      passage: 'Cloudflare docs, Browser Run /pdf',
      certainty: 'documented',
    },
    {
      'BR-PDF-9': [
        ['too small', 'too large'],
        '/pdfOptions/scale',
        { sentence: 'The server refuses a `scale` below 0.1 or above 2.' },
      ],
      'BR-PDF-16': [
        'not allowed',
        '/pdfOptions/format',
        { sentence: 'The server refuses an unknown paper format.' },
      ],
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.snapshot.create',
      of: 'snapshot request',
      passage: 'Cloudflare docs, Browser Run /snapshot',
      certainty: 'documented',
    },
    {
      'BR-SNAP-5': [
        'not allowed',
        '/formats/1',
        { sentence: 'The server refuses an unknown snapshot format.' },
      ],
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.scrape.create',
      of: 'scrape request',
      passage: 'Cloudflare docs, Browser Run /scrape',
      certainty: 'documented',
    },
    {
      'BR-SCRAPE-6': [
        ['missing', 'too few'],
        '/elements',
        { sentence: 'The server refuses a request of `/scrape` without elements.' },
      ],
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'browser-rendering.json.create',
      of: 'JSON request',
      passage: 'Cloudflare docs, Browser Run /json',
      certainty: 'documented',
    },
    {
      'BR-JSON-5': [
        'too many',
        '/custom_ai',
        { sentence: 'The server refuses a request of `/json` with more than three models.' },
      ],
    },
  ),
  ...statements(
    { passage: 'decision record 9: Answers', certainty: 'inferred' },
    {
      'BR-MD-3': 'Links in the Markdown of a page are absolute.',
      'BR-SCRAPE-8': 'A selector without a matching element has no results.',
      'BR-SCRAPE-9': 'The server refuses a malformed selector of `/scrape`.',
      'BR-JSON-8': 'A request of `/json` that no model answers fails with the error of the last model.',
    },
  ),
]);
