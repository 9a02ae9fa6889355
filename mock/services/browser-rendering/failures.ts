import { ApiError } from '../../../spec/errors.ts';
import type { FailureDetail } from '../../../spec/failure.ts';
import {
  type BrowserRenderingFailureName,
  closedConnectionDetail,
} from '../../../spec/services/browser-rendering/failures.ts';
import type { BrowserError, BrowserFailure } from '../../engines/browser/index.ts';

/**
 * The failure for a network error: Cloudflare docs, Browser Run errors. A name that does not resolve is documented as
 * 5005 and was observed as 5006, which the mock uses.
 */
const ofNetwork: readonly (readonly [RegExp, BrowserRenderingFailureName])[] = [
  [/^ERR_CERT_/, 'page-certificate'],
  [/^ERR_ADDRESS_UNREACHABLE$/, 'page-unreachable'],
  [/^ERR_(?:ABORTED|CONNECTION_TIMED_OUT|TIMED_OUT)$/, 'page-aborted'],
  [/^ERR_TOO_MANY_REDIRECTS$/, 'page-redirects'],
  [/^ERR_HTTP2_PROTOCOL_ERROR$/, 'page-http2'],
  [/^ERR_DNS_TIMED_OUT$/, 'page-unresolved'],
  [/^ERR_(?:NAME_NOT_RESOLVED|CONNECTION_CLOSED|CONNECTION_RESET|TUNNEL_CONNECTION_FAILED)$/, 'page-closed'],
  [/^ERR_HTTP_RESPONSE_CODE_FAILURE$/, 'page-empty-error'],
  [/^ERR_CONNECTION_REFUSED$/, 'page-refused'],
  [/^ERR_(?:INVALID_URL|BLOCKED_BY_ADMINISTRATOR|FILE_.*)$/, 'page-blocked'],
  [/^ERR_EMPTY_RESPONSE$/, 'page-no-response'],
];

const byFailure = {
  'no-browser': 'render-no-browser',
  blocked: 'page-blocked',
  timeout: 'page-timeout',
  detached: 'page-detached',
  closed: 'page-gone',
  crashed: 'page-crashed',
  capture: 'page-capture',
  'bad-request': 'render-invalid',
  // The client is gone.
  aborted: 'render-timeout',
} as const satisfies Record<Exclude<BrowserFailure, 'network'>, BrowserRenderingFailureName>;

/**
 * The API failure of a failed visit.
 *
 * @example
 * getFailure(new BrowserError('network', 'ERR_CONNECTION_REFUSED')).failure // 'page-refused'
 */
export function getFailure(error: BrowserError): ApiError {
  const name = getName(error);
  const detail: FailureDetail = { browserMs: Math.ceil(error.browserMs), ...getDetail(name, error) };
  return new ApiError(name, detail, undefined, { cause: error });
}

function getName({ failure, stage, detail }: BrowserError): BrowserRenderingFailureName {
  if (failure === 'network') {
    const code = errorCode(detail);
    return ofNetwork.find(([pattern]) => pattern.test(code))?.[1] ?? 'page-network';
  }
  // All stages together are the request, whose limit differs from that of any stage.
  return failure === 'timeout' && stage === 'visit' ? 'render-timeout' : byFailure[failure];
}

function getDetail(name: BrowserRenderingFailureName, { failure, detail }: BrowserError): FailureDetail {
  switch (name) {
    case 'page-closed':
      return { reason: closedConnectionDetail };
    case 'render-invalid':
      return { field: 'the request', problem: detail };
    default:
      return { reason: failure === 'network' ? `net::${errorCode(detail)}` : detail };
  }
}

const errorCode = (detail: string) => detail.replace(/^net::/, '');
