import { ApiError } from '../../../../spec/errors.ts';
import {
  type GatewayRequestHeaders,
  gatewayRequestHeaders,
  getGatewayHeaders,
} from '../../../../spec/services/ai-gateway/headers.ts';
import type { RunOptions } from '../../../../spec/services/inference/run.ts';

/**
 * A request's gateway settings: from headers, else from the `gateway` of its options (Cloudflare OpenAPI document and
 * Cloudflare docs, AI Gateway header glossary).
 *
 * @throws ApiError `gateway-header-invalid`
 */
export function readGatewayHeaders(headers: Headers, options?: RunOptions): GatewayRequestHeaders {
  const fromHeaders = getGatewayHeaders(headers);
  const sent =
    options?.gateway === undefined ? fromHeaders : { ...byOptions(options.gateway), ...fromHeaders };
  // Most requests have none.
  if (isEmpty(sent)) return sent;
  const outcome = gatewayRequestHeaders.safeParse(sent);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  const header = String(issue?.path[0] ?? '');
  throw new ApiError('gateway-header-invalid', { header, problem: issue?.message ?? 'is not valid' });
}

/** The options of a run as headers. */
function byOptions(gateway: NonNullable<RunOptions['gateway']>): Record<string, string> {
  const { id, cacheTtl, skipCache } = gateway;
  return {
    ...(id !== undefined && { 'cf-aig-gateway-id': id }),
    ...(cacheTtl !== undefined && { 'cf-aig-cache-ttl': String(cacheTtl) }),
    ...(skipCache !== undefined && { 'cf-aig-skip-cache': String(skipCache) }),
  };
}

function isEmpty(record: Readonly<Record<string, string>>): record is Record<string, never> {
  for (const _ in record) return false;
  return true;
}
