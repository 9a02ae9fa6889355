import { type CurlRequest, writeCurl } from '../../parts/curl.ts';

/**
 * Writes a request to a zone as a command line of curl.
 *
 * @param request its URL has the host of the zone
 * @param edge address of zone traffic; null if the mock does not listen
 */
export function toCommand(request: CurlRequest, edge: string | null): string {
  const { url, headers } = request;
  const target = URL.parse(url);
  const base = edge === null ? null : URL.parse(edge);
  const host = target?.hostname ?? '';
  // curl resolves names below localhost by itself.
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  const place = base && (isLocal ? `${base.protocol}//${host}:${base.port}` : base.origin);
  const address = place && target ? `${place}${target.pathname}${target.search}` : url;
  const named = base && !isLocal ? { host, ...headers } : headers;
  return writeCurl({ ...request, url: address, headers: named }, ['-i']);
}
