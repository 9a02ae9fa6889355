import { z } from 'zod';
import { type AnswerShape, endpoint } from '../../endpoint.ts';
import { hexIdSchema } from '../../schema.ts';
import { renderErrors } from './error-shape.ts';
import type { BrowserRenderingFailureName } from './failures.ts';
import { browserRenderingLimits } from './limits.ts';
import {
  accessibilityTreeRequestSchema,
  accessibilityTreeSchema,
  jsonRequestSchema,
  jsonSchema,
  pageRequestSchema,
  pdfRequestSchema,
  scrapedSchema,
  scrapeRequestSchema,
  screenshotRequestSchema,
  snapshotRequestSchema,
  snapshotSchema,
} from './schemas/answers.ts';
import {
  linksRequestSchema,
  linksSchema,
  metaSchema,
  renderAnswerHeaders,
  renderQuery,
} from './schemas/page.ts';

/**
 * Permission of every rendering request: Cloudflare docs, Browser Run errors. There is no separate read permission.
 */
export const browserRenderingEdit = ['Browser Rendering Edit'] as const;

/** Failures of every action. */
const errors = [
  'render-invalid',
  'render-timeout',
  'render-too-large',
  'render-no-browser',
  'render-failed',
  'render-rate-limited',
  'render-time-used-up',
  'page-certificate',
  'page-unreachable',
  'page-aborted',
  'page-redirects',
  'page-http2',
  'page-unresolved',
  'page-closed',
  'page-empty-error',
  'page-refused',
  'page-network',
  'page-blocked',
  'page-no-response',
  'page-detached',
  'page-gone',
  'page-timeout',
  'page-capture',
  'page-crashed',
] as const satisfies readonly BrowserRenderingFailureName[];

/** What all actions share. */
const common = {
  method: 'POST',
  access: { kind: 'api', permissions: browserRenderingEdit },
  params: z.object({ account_id: hexIdSchema }),
  query: renderQuery,
  answerHeaders: renderAnswerHeaders,
  errorShape: renderErrors,
  bodyBytes: browserRenderingLimits.bodyBytes,
  status: 200,
  errors,
  refusals: [
    { of: 'body-invalid', as: 'render-invalid' },
    { of: 'query-invalid', as: 'render-invalid' },
    { of: 'body-too-large', as: 'render-too-large' },
  ],
} as const;

/**
 * The path of an action, and its path on newer pages: Cloudflare docs, Browser Run Quick Actions.
 */
const at = <const Action extends string>(action: Action) =>
  ({
    path: `/accounts/{account_id}/browser-rendering/${action}`,
    aliases: [`/accounts/{account_id}/browser-run/${action}`],
  }) as const;

/** An action whose result has `meta` about the page. */
const sibling = {
  ...common,
  answer: 'short-envelope' satisfies AnswerShape,
  meta: metaSchema,
  certainty: 'documented',
  source: 'Cloudflare docs, Browser Run Quick Actions',
} as const;

const seed = 'seed rendering-repositories-examples, Endpoints';
const url = 'https://example.com/';

/** Pages in a browser, and their results. */
export const endpoints = {
  'browser-rendering.screenshot.create': endpoint({
    ...common,
    ...at('screenshot'),
    summary: 'Take a screenshot of a page: the image itself, or Base64 text',
    body: screenshotRequestSchema,
    example: { url, screenshotOptions: { fullPage: true } },
    result: z.never(),
    answer: 'bytes',
    bytesTypes: ['image/png', 'image/jpeg', 'image/webp', 'text/plain'],
    certainty: 'seed',
    source: seed,
  }),
  'browser-rendering.links.create': endpoint({
    ...common,
    ...at('links'),
    summary: 'List the targets of the links of a page',
    body: linksRequestSchema,
    example: { url, visibleLinksOnly: true },
    result: linksSchema,
    answer: 'short-envelope',
    certainty: 'seed',
    source: seed,
  }),
  'browser-rendering.content.create': endpoint({
    ...sibling,
    ...at('content'),
    summary: 'Get the HTML of a page once its scripts have run',
    body: pageRequestSchema,
    example: { url },
    result: z.string(),
  }),
  'browser-rendering.markdown.create': endpoint({
    ...sibling,
    ...at('markdown'),
    summary: 'Get a page as Markdown',
    body: pageRequestSchema,
    example: { url },
    result: z.string(),
  }),
  'browser-rendering.pdf.create': endpoint({
    ...common,
    ...at('pdf'),
    summary: 'Print a page to a PDF',
    body: pdfRequestSchema,
    example: { url, pdfOptions: { format: 'a4' } },
    result: z.never(),
    answer: 'bytes',
    bytesTypes: ['application/pdf'],
    certainty: 'documented',
    source: sibling.source,
  }),
  'browser-rendering.snapshot.create': endpoint({
    ...sibling,
    ...at('snapshot'),
    summary: 'Get a page in several formats at once',
    body: snapshotRequestSchema,
    example: { url, formats: ['content', 'screenshot', 'markdown'] },
    result: snapshotSchema,
  }),
  'browser-rendering.scrape.create': endpoint({
    ...sibling,
    ...at('scrape'),
    summary: 'Get text, HTML, position and attributes of the elements that selectors match',
    body: scrapeRequestSchema,
    example: { url, elements: [{ selector: 'h1' }] },
    result: scrapedSchema,
  }),
  'browser-rendering.json.create': endpoint({
    ...sibling,
    ...at('json'),
    summary: 'Let a model extract data from a page',
    body: jsonRequestSchema,
    example: { url, prompt: 'What is the title of this page, and what is it about?' },
    result: jsonSchema,
    errors: [...errors, 'json-unanswered'],
  }),
  'browser-rendering.accessibility-tree.create': endpoint({
    ...sibling,
    ...at('accessibilityTree'),
    summary: 'Get the accessibility tree of a page',
    body: accessibilityTreeRequestSchema,
    example: { url, root: 'main' },
    result: accessibilityTreeSchema,
  }),
} as const;
