import { worldDefaults } from '../../mock/world/defaults.ts';

/** The phase of custom rules. */
export const phase = 'http_request_firewall_custom';

/** Host of the requests that the rules are about. */
export const host = `shop.${worldDefaults.zoneName}`;

/** What the last comparison of a rule may be; none holds for the requests of the benchmark. */
const lastComparisons: readonly ((index: number) => string)[] = [
  (index) => `http.user_agent contains "bot-${index}"`,
  (index) => `http.request.uri.path eq "/internal/${index}"`,
  (index) => `http.request.uri.query contains "id=${index}x"`,
  (index) => `http.request.headers["x-client"][0] eq "client-${index}"`,
  (index) => `ip.src in {10.${index % 256}.0.0/16 203.0.113.${index % 256}}`,
  (index) => `http.request.uri.path wildcard "/shop-${index}/*"`,
  (index) => `starts_with(http.request.uri.path, "/admin-${index}/")`,
  (index) => `http.request.uri.args["coupon"][0] in {"A${index}" "B${index}"}`,
  (index) => `lower(http.referer) contains "spam-${index}.example"`,
  (index) => `http.request.uri.path matches "^/api/v${index}/[a-z]+$"`,
];

/**
 * Rules of three comparisons, of every kind that is common. The first two hold for the requests of the
 * benchmark, as host and method do for most rules of a zone, so that every rule has to make its third.
 */
export function expressions(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const last = lastComparisons[index % lastComparisons.length]?.(index);
    return `http.host eq "${host}" and http.request.method in {"GET" "HEAD"} and ${last}`;
  });
}
