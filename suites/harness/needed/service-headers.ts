import type { SentRequest } from '../../../spec/client.ts';

/** The service that a path is about, by what stands behind its account or zone. */
const services = [
  ['inference', /\/accounts\/[^/]+\/ai\//],
  ['ai-gateway', /\/accounts\/[^/]+\/ai-gateway\//],
  ['browser-rendering', /\/accounts\/[^/]+\/browser-rendering\//],
  ['artifacts', /\/accounts\/[^/]+\/artifacts\//],
  ['token-validation', /\/zones\/[^/]+\/token_validation\//],
  ['api-gateway', /\/zones\/[^/]+\/api_gateway\//],
  ['rulesets', /\/(?:zones|accounts)\/[^/]+\/rulesets(?:\/|$)/],
  ['settings', /\/zones\/[^/]+\/settings(?:\/|$)/],
  ['custom-hostnames', /\/zones\/[^/]+\/custom_hostnames(?:\/|$)/],
  ['analytics', /\/graphql$/],
  ['user', /\/user\//],
  ['zones', /\/zones(?:\/[^/]+)?$/],
] as const satisfies readonly (readonly [service: string, path: RegExp])[];

type ServiceName = (typeof services)[number][0];

/** Headers by the name of a service. */
export type ServiceHeaders = Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>>;

/** Names of services that a target can have headers for. */
export const serviceNames = services.map(([service]) => service);

/**
 * Adds what a target wants with requests for one of its services. A header that a request sets or leaves out for itself
 * stays as it is.
 *
 * @param usual headers of the role, which those of the service replace
 */
export function withServiceHeaders(
  request: SentRequest,
  usual: Readonly<Record<string, string>>,
  given: ServiceHeaders,
): SentRequest {
  const { pathname } = new URL(request.url);
  const own = services.flatMap(([service, path]) => (path.test(pathname) ? [given[service] ?? {}] : []));
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

/** Headers of a role for a URL of somebody's: none of them where that is elsewhere than the API. */
export const apiHeadersFor = (
  api: string,
  url: string,
  usual: Readonly<Record<string, string>>,
  given: ServiceHeaders,
): Readonly<Record<string, string>> =>
  new URL(url).origin === new URL(api).origin ? headersFor(url, usual, given) : {};
