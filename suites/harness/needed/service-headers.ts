import type { SentRequest } from '../../../spec/client.ts';

/** The service of a path, by the segment after its account or zone. */
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

/** Services that a target file can set headers for. */
export const serviceNames = services.map(([service]) => service);

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

/** Headers of a role for any URL; none if the URL is outside the API. */
export const apiHeadersFor = (
  api: string,
  url: string,
  usual: Readonly<Record<string, string>>,
  given: ServiceHeaders,
): Readonly<Record<string, string>> =>
  new URL(url).origin === new URL(api).origin ? headersFor(url, usual, given) : {};
