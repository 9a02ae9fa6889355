import type { Exchange } from '../../suites/harness/exchange.ts';

/**
 * Whether the first differing answer of a wrong server differs in nothing but its status code. Later answers depend on
 * it and are not compared.
 *
 * Names, ids and times of each run are excluded from the comparison.
 */
export function differsInStatusAlone(right: readonly Exchange[], wrong: readonly Exchange[]): boolean {
  for (const [index, { request, response }] of right.entries()) {
    const other = wrong[index];
    if (!other || masked(requestLine(request)) !== masked(requestLine(other.request))) return false;
    if (response === null || other.response === null) {
      if (response !== other.response) return false;
      continue;
    }
    if (getContent(response) !== getContent(other.response)) return false;
    if (response.status !== other.response.status) return true;
  }
  return false;
}

/** Headers about this exchange, or about earlier ones. */
const ofTheExchange = /^(?:date|cf-ray|cf-auditlog-id|content-length|ratelimit|touchstone-.*)$/i;

const requestLine = ({ method, url }: Exchange['request']) => `${method} ${url}`;

function getContent({ headers, body }: NonNullable<Exchange['response']>): string {
  const named = headers.filter(([name]) => !ofTheExchange.test(name));
  return masked(JSON.stringify([named.toSorted(([a], [b]) => (a < b ? -1 : 1)), body]));
}

/** Masks the parts of a text that differ in each run: ports, ids, marks of runs, tokens, times. */
function masked(text: string): string {
  return text
    .replace(/:\d{4,5}\b/g, ':port')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'time')
    .replace(/\bts-[a-z0-9]{6}\b/g, 'mark')
    .replace(/[\w-]{16,}/g, 'id')
    .replace(/\d{7,}/g, 'number');
}
