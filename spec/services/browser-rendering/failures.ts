import { defineFailures, type Failure } from '../../failure.ts';

const documented = { certainty: 'documented', wording: 'documented' } as const;
const observed = { certainty: 'observed', wording: 'observed' } as const;
/** The refusal is documented, its code is not: the code is ours. */
const unnumbered = { certainty: 'documented', wording: 'invented' } as const;

/** A page that could not be loaded. The codes are documented, the texts are ours unless they were seen. */
const network = <const Code extends number>(code: Code, message: string) =>
  ({ status: 422, code, message, ...documented }) satisfies Failure;

/**
 * Failures of browser rendering: fact sheet browser-rendering, section 8. The detail `reason` becomes `detail` of
 * the error, `field` its `path`; `browserMs` is the browser time that went into the failure.
 */
export const browserRenderingFailures = defineFailures({
  'render-invalid': {
    status: 400,
    code: 6400,
    message: 'Bad Request: {field}: {problem}',
    ...unnumbered,
  },
  'render-timeout': { status: 408, code: 6408, message: 'Request timed out', ...unnumbered },
  'render-too-large': {
    status: 413,
    code: 6413,
    message: 'Error: request entity too large',
    ...unnumbered,
  },
  'render-no-browser': {
    status: 503,
    code: 6503,
    message: 'No browser available. Please try again in a few minutes.',
    ...unnumbered,
  },
  'render-failed': { status: 500, code: 2000, message: 'Internal Error', ...documented },
  'render-rate-limited': { status: 429, code: 2001, message: 'Rate limit exceeded', ...observed },
  'render-time-used-up': {
    status: 429,
    code: 2001,
    message: 'Browser time limit exceeded for today',
    ...documented,
  },
  'page-certificate': network(5000, 'The certificate of the page is not valid.'),
  'page-unreachable': network(5001, 'The address of the page can not be reached.'),
  'page-aborted': network(5002, 'The connection was aborted or timed out.'),
  'page-redirects': network(5003, 'The page redirects too often.'),
  'page-http2': network(5004, 'The server of the page broke the HTTP/2 protocol.'),
  'page-unresolved': network(5005, 'The name of the page could not be resolved.'),
  'page-closed': { status: 422, code: 5006, message: 'Network connection closed.', ...observed },
  'page-empty-error': network(5007, 'The page is an HTTP error without a body.'),
  'page-refused': network(5008, 'The server of the page refused the connection.'),
  'page-network': network(5009, 'The page could not be loaded.'),
  'page-blocked': network(5010, 'The URL of the page is not valid, or may not be visited.'),
  'page-no-response': network(5011, 'The server of the page sent no response.'),
  'page-detached': network(6000, 'The document went away while it was worked on.'),
  'page-gone': network(6001, 'The page was closed while it was worked on.'),
  'page-timeout': {
    status: 422,
    code: 6002,
    message: 'A timeout was reached. Check gotoOptions/waitForSelector/waitForTimeout/actionTimeout options.',
    ...observed,
  },
  'page-capture': network(6003, 'The page could not be captured or printed: it may be too large.'),
  /** No code is documented for it. */
  'page-crashed': {
    status: 422,
    code: 6004,
    message: 'The page crashed.',
    certainty: 'inferred',
    wording: 'invented',
  },
  /** What no model could answer; the text of the last one goes along as `rawAiResponse`. */
  'json-unanswered': {
    status: 422,
    code: 6422,
    message: 'No model answered with JSON as it was asked for.',
    certainty: 'inferred',
    wording: 'invented',
  },
} as const);

export type BrowserRenderingFailureName = keyof typeof browserRenderingFailures;

/** `detail` of every error 5006, as it was seen: section 8. */
export const closedConnectionDetail = 'Can also happen due to failure to resolve DNS.';
