import type { OperationInput } from '../../../spec/services/api-gateway/endpoints.ts';
import { normalizePath } from '../../engines/uri/normalize-path.ts';

/**
 * An operation in the form it is stored: variables renamed left to right, then the URL normalised
 * (RFC 3986, sections 6.2.2 and 5.2.4). Two inputs that normalise alike are one operation.
 *
 * @example
 * normalizeOperation({ method: 'GET', host: 'API.example.com', endpoint: '/a/./b/{user}' })
 * // { method: 'GET', host: 'api.example.com', endpoint: '/a/b/{var1}' }
 */
export function normalizeOperation({ method, host, endpoint }: OperationInput): OperationInput {
  return {
    method,
    host: normalizeHost(host),
    endpoint: normalizePath(encodeText(renameVariables(endpoint))),
  };
}

/** Characters outside ASCII as a request carries them (RFC 3987, section 3.1), or no path would ever match. */
function encodeText(endpoint: string): string {
  return endpoint.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent);
}

/** Lower case everywhere but in variables. */
function normalizeHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('{') ? label : label.toLowerCase()))
    .join('.');
}

function renameVariables(endpoint: string): string {
  let count = 0;
  return endpoint.replace(/\{[^{}/]+\}/g, () => `{var${++count}}`);
}
