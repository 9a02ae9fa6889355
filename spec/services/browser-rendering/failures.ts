import { defineFailures, failure } from '../../failure.ts';

/** A page that could not be loaded. The codes are documented; the texts are ours unless observed. */
const network = (code: number, message: string) => failure(422, code).documented(message);

/**
 * Failures of browser rendering: Cloudflare docs, Browser Run errors. The detail `reason` becomes `detail` of the
 * error, `field` its `path`; `browserMs` is the browser time of the failure.
 */
export const browserRenderingFailures = defineFailures({
  'render-invalid': failure(400, 6400).documented('Bad Request: {field}: {problem}', 'invented'),
  'render-timeout': failure(408, 6408).documented('Request timed out', 'invented'),
  'render-too-large': failure(413, 6413).documented('Error: request entity too large', 'invented'),
  'render-no-browser': failure(503, 6503).documented(
    'No browser available. Please try again in a few minutes.',
    'invented',
  ),
  'render-failed': failure(500, 2000).documented('Internal Error'),
  'render-rate-limited': failure(429, 2001).observed('Rate limit exceeded'),
  'render-time-used-up': failure(429, 2001).documented('Browser time limit exceeded for today'),
  'page-certificate': network(5000, 'The certificate of the page is not valid.'),
  'page-unreachable': network(5001, 'The address of the page can not be reached.'),
  'page-aborted': network(5002, 'The connection was aborted or timed out.'),
  'page-redirects': network(5003, 'The page redirects too often.'),
  'page-http2': network(5004, 'The server of the page broke the HTTP/2 protocol.'),
  'page-unresolved': network(5005, 'The name of the page could not be resolved.'),
  'page-closed': failure(422, 5006).observed('Network connection closed.'),
  'page-empty-error': network(5007, 'The page is an HTTP error without a body.'),
  'page-refused': network(5008, 'The server of the page refused the connection.'),
  'page-network': network(5009, 'The page could not be loaded.'),
  'page-blocked': network(5010, 'The URL of the page is not valid, or may not be visited.'),
  'page-no-response': network(5011, 'The server of the page sent no response.'),
  'page-detached': network(6000, 'The document went away while it was worked on.'),
  'page-gone': network(6001, 'The page was closed while it was worked on.'),
  'page-timeout': failure(422, 6002).observed(
    'A timeout was reached. Check gotoOptions/waitForSelector/waitForTimeout/actionTimeout options.',
  ),
  'page-capture': network(6003, 'The page could not be captured or printed: it may be too large.'),
  /** No code is documented for it. */
  'page-crashed': failure(422, 6004).inferred('The page crashed.'),
  /** A request that no model could answer; `rawAiResponse` has the text of the last one. */
  'json-unanswered': failure(422, 6422).inferred('No model answered with JSON as it was asked for.'),
} as const);

export type BrowserRenderingFailureName = keyof typeof browserRenderingFailures;

/** `detail` of every error 5006, as observed. */
export const closedConnectionDetail = 'Can also happen due to failure to resolve DNS.';
