import type { SentRequest } from '../../../spec/client.ts';
import { servicePlaces } from '../../../spec/lookup.ts';
import type { ServiceName } from '../../../spec/services/index.ts';

/** The service of a path, wherever the base URL of the target ends. */
const paths = servicePlaces.map(({ first, third, service }) => ({
  service,
  path: new RegExp(third === '' ? `/${first}(?:/[^/]+)?$` : `/${first}/[^/]+/${third}(?:/|$)`),
}));

/** Headers by the name of a service. */
export type ServiceHeaders = Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>>;

/** Services that a target file can set headers for. */
export const serviceNames = [...new Set(paths.map(({ service }) => service))];

/**
 * Adds the target's headers for a service. A header that the request itself sets or removes stays as it is.
 *
 * @param usual headers of the role; those of the service override them
 */
export function withServiceHeaders(
  request: SentRequest,
  usual: Readonly<Record<string, string>>,
  given: ServiceHeaders,
): SentRequest {
  const { pathname } = new URL(request.url);
  const own = paths.flatMap(({ service, path }) => (path.test(pathname) ? [given[service] ?? {}] : []));
  if (own.length === 0) return request;
  const headers = new Map(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  for (const [name, value] of own.flatMap((ofOne) => Object.entries(ofOne))) {
    const lower = name.toLowerCase();
    if (headers.get(lower) !== usual[lower]) continue;
    if (value === '') headers.delete(lower);
    else headers.set(lower, value);
  }
  return { ...request, headers: Object.fromEntries(headers) };
}

/** Headers of a role for one path, for requests that no caller sends. */
export const headersFor = (
  url: string,
  usual: Readonly<Record<string, string>>,
  given: ServiceHeaders,
): Readonly<Record<string, string>> =>
  withServiceHeaders({ method: 'GET', url, headers: usual }, usual, given).headers;

/** Headers of a role for any URL; none if the URL is outside the API. */
export const apiHeadersFor = (
  api: string,
  url: string,
  usual: Readonly<Record<string, string>>,
  given: ServiceHeaders,
): Readonly<Record<string, string>> =>
  new URL(url).origin === new URL(api).origin ? headersFor(url, usual, given) : {};
