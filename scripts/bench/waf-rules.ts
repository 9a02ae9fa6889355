import { worldDefaults } from '../../mock/world/defaults.ts';

/** The phase of custom rules. */
export const phase = 'http_request_firewall_custom';

/** Host of the requests that the rules are about. */
export const host = `shop.${worldDefaults.zoneName}`;

type Comparison = (index: number) => string;

/** What the last comparison of a rule may be; none holds for the requests of the benchmark. */
const plain: readonly Comparison[] = [
  (index) => `http.request.uri.path eq "/internal/${index}"`,
  (index) => `http.user_agent contains "bot-${index}"`,
  (index) => `http.request.uri.query contains "id=${index}x"`,
  (index) => `http.request.headers["x-client"][0] eq "client-${index}"`,
  (index) => `ip.src in {10.${index % 256}.0.0/16 203.0.113.${index % 256}}`,
  (index) => `http.request.uri.path wildcard "/shop-${index}/*"`,
  (index) => `http.request.uri.args["coupon"][0] in {"A${index}" "B${index}"}`,
  (index) => `cf.edge.server_port eq ${10_000 + index}`,
];

/** What costs more: functions, and regular expressions. */
const costly: readonly Comparison[] = [
  (index) => `starts_with(http.request.uri.path, "/admin-${index}/")`,
  (index) => `lower(http.referer) contains "spam-${index}.example"`,
  (index) => `http.request.uri.path matches "^/api/v${index}/[a-z]+$"`,
];

/**
 * Rules of three comparisons. The first two hold for the requests of the benchmark, as host and method do
 * for most rules of a zone, so that every rule has to make its third.
 *
 * @param kinds whether some of the rules call functions and match regular expressions
 */
export function expressions(count: number, kinds: 'plain' | 'all' = 'all'): string[] {
  const comparisons = kinds === 'plain' ? plain : [...plain, ...costly];
  return Array.from({ length: count }, (_, index) => {
    const last = comparisons[index % comparisons.length]?.(index);
    return `http.host eq "${host}" and http.request.method in {"GET" "HEAD"} and ${last}`;
  });
}
