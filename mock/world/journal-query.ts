import type { Certainty } from '../../spec/certainty.ts';
import type { OperationId } from '../../spec/contract.ts';
import { basePath } from '../../spec/endpoint.ts';
import type { JournalEntry } from '../../spec/services/touchstone/events.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { splitUrl } from '../../spec/url.ts';
import { isObject } from '../../spec/value-kinds.ts';
import type { Exchange } from './journal-entry.ts';

/** A query for requests in a journal; a request must satisfy every given member. */
export interface JournalQuery {
  /** Operation id, as in `touchstone-operation`. */
  readonly operation?: OperationId | (string & {}) | undefined;
  /** Case-insensitive. */
  readonly method?: string | undefined;
  /**
   * A text is the whole path, from the root of the host or below the base path; `{name}` matches any one segment. A
   * regular expression is matched against path and query.
   */
  readonly path?: string | RegExp | undefined;
  /** One status or several. */
  readonly status?: number | readonly number[] | undefined;
  /** What the JSON of the request must contain; lists must have the same length. Text is the whole body. */
  readonly body?: unknown;
  readonly plane?: JournalEntry['plane'] | undefined;
  readonly basis?: Certainty | undefined;
  readonly accountId?: string | undefined;
  readonly zoneId?: string | undefined;
  /** Ray of an answer of a zone: the `rayName` of its events, the beginning of its `cf-ray`. */
  readonly ray?: string | undefined;
  /** Requests from this time on: a date, RFC 3339, or milliseconds since the epoch. */
  readonly since?: Date | string | number | undefined;
  /** Requests before the entry with this id. */
  readonly before?: number | undefined;
}

/** Thrown for an invalid query, or when no matching request came in time. */
export class JournalError extends TouchstoneError {}

/**
 * Whether an exchange matches a query.
 *
 * @throws JournalError for an invalid date
 * @example
 * selectsExchange({ method: 'POST', path: '/zones/{zone_id}/token_validation/config' })
 */
export function selectsExchange(query: JournalQuery): (exchange: Exchange) => boolean {
  const { operation, path, plane, basis, accountId, zoneId, ray, body } = query;
  const method = query.method?.toUpperCase();
  const statuses = typeof query.status === 'number' ? [query.status] : query.status;
  const since = query.since === undefined ? undefined : toMoment(query.since);
  const leadsThere = path === undefined ? () => true : pathTest(path);
  return (exchange) =>
    (operation === undefined || exchange.operation === operation) &&
    (method === undefined || exchange.method === method) &&
    (statuses === undefined || statuses.includes(exchange.status)) &&
    (plane === undefined || exchange.plane === plane) &&
    (basis === undefined || exchange.basis === basis) &&
    (accountId === undefined || exchange.accountId === accountId) &&
    (zoneId === undefined || exchange.zoneId === zoneId) &&
    (ray === undefined || exchange.ray === ray) &&
    (since === undefined || exchange.at >= since) &&
    leadsThere(exchange.url) &&
    (body === undefined || bodyHas(exchange.requestBody, body));
}

function toMoment(since: Date | string | number): number {
  const moment = new Date(since).getTime();
  if (!Number.isNaN(moment)) return moment;
  throw new JournalError('journal-query', `since is ${JSON.stringify(since)}, which is not a date.`);
}

function pathTest(wanted: string | RegExp): (url: string) => boolean {
  if (typeof wanted !== 'string') {
    // Drops the flags that would make the expression keep its position.
    const pattern = new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, ''));
    return (url) => pattern.test(pathAndQuery(url));
  }
  const segments = wanted.split('/');
  const fits = (path: string) => {
    const given = path.split('/');
    return (
      given.length === segments.length &&
      segments.every((segment, at) => segment === given[at] || (isPlace(segment) && given[at] !== ''))
    );
  };
  return (url) => {
    const path = wanted.includes('?') ? pathAndQuery(url) : splitUrl(url).path;
    return fits(path) || (path.startsWith(`${basePath}/`) && fits(path.slice(basePath.length)));
  };
}

const isPlace = (segment: string) => /^\{[^{}]+\}$/.test(segment);

function pathAndQuery(url: string): string {
  const { path, query } = splitUrl(url);
  return query === '' ? path : `${path}?${query}`;
}

function bodyHas(text: string | null, wanted: unknown): boolean {
  if (text === null) return false;
  if (text === wanted) return true;
  try {
    return has(JSON.parse(text), wanted);
  } catch {
    return false; // It is no JSON.
  }
}

/** Whether a JSON value contains another one. */
function has(given: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(given) &&
      given.length === wanted.length &&
      wanted.every((item, index) => has(given[index], item))
    );
  }
  if (isObject(wanted)) {
    return isObject(given) && Object.entries(wanted).every(([name, value]) => has(given[name], value));
  }
  return Object.is(given, wanted);
}
