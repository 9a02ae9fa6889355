import { quoted } from '../requests/curl.ts';

/** A request of the playground. */
export interface SentRequest {
  readonly method: string;
  /** With the host of the zone. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Writes a request to a zone as a command line of curl.
 *
 * @param edge address of zone traffic; null if the mock does not listen
 */
export function toCommand({ method, url, headers, body }: SentRequest, edge: string | null): string {
  const target = URL.parse(url);
  const base = edge === null ? null : URL.parse(edge);
  const host = target?.hostname ?? '';
  // curl resolves names below localhost by itself.
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  const place = base && (isLocal ? `${base.protocol}//${host}:${base.port}` : base.origin);
  const address = place && target ? `${place}${target.pathname}${target.search}` : url;
  const named = base && !isLocal ? { host, ...headers } : headers;
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${quoted(method)}`]),
    ...Object.entries(named).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(address),
  ].join(' \\\n  ');
}
