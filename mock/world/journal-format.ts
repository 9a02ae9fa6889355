import { basePath } from '../../spec/endpoint.ts';
import type { JournalEntry } from '../../spec/services/touchstone/events.ts';
import { splitUrl } from '../../spec/url.ts';
import type { UnknownRoute } from './journal-entry.ts';

/**
 * Formats requests and answers for people: oldest first, one line per request, followed by one per reason. Credentials
 * are masked, as in the entries.
 *
 * @param entries in any order
 * @returns an empty string without entries
 * @example
 * console.log(formatJournal(mock.journal.entries()));
 * // #3 12:00:00.250 GET /zones/023e105f4ecef8ad9ca31a8372d0c353 -> 403 zones.zone.get (documented, 0.4 ms)
 * //      permission-missing: …
 */
export function formatJournal(entries: Iterable<JournalEntry>): string {
  return [...entries]
    .sort((a, b) => a.id - b.id)
    .flatMap((entry) => [head(entry), ...entry.explanation.map((line) => `     ${line}`)])
    .join('\n');
}

function head(entry: JournalEntry): string {
  const { id, at, method, status, operation, basis, duration_ms: duration } = entry;
  const time = at.slice(at.indexOf('T') + 1, at.indexOf('.') + 4);
  const what = operation === null ? '' : ` ${operation}`;
  return `#${id} ${time} ${method} ${shownUrl(entry)} -> ${status}${what} (${basis}, ${formatMilliseconds(duration)})`;
}

/** Calls of the API by their path below the base path, all others by their URL. */
function shownUrl({ plane, url }: JournalEntry): string {
  const { path, query } = splitUrl(url);
  const isCall = plane === 'api' && path.startsWith(`${basePath}/`);
  if (!isCall) return url;
  return `${path.slice(basePath.length)}${query === '' ? '' : `?${query}`}`;
}

export function formatMilliseconds(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : Math.round(duration)} ms`;
}

/** Maximum number of requests to print for a failed test. */
const mostRequests = 50;

/** A tenant, with its journal. */
interface TenantRequests {
  readonly zoneName: string;
  readonly journal: { entries(): Iterable<JournalEntry>; count(): number };
}

/** Formats the requests of a failed test. */
export function formatRequests({ zoneName, journal }: TenantRequests): string {
  const all = journal.count();
  if (all === 0) return `touchstone: no request of this test was answered (zone ${zoneName}).`;
  const newest = Iterator.from(journal.entries()).take(mostRequests);
  const part = all > mostRequests ? `the last ${mostRequests} of ${all} requests` : 'the requests';
  return `touchstone: ${part} of this test (zone ${zoneName}):\n${formatJournal(newest)}`;
}

/** Maximum number of routes to print at the end of a run. */
const shown = 20;

/**
 * Formats the requests without an operation, for the end of a run; undefined without any.
 *
 * @example
 * formatUnknownRequests(mock.unknown());
 * // touchstone: no operation matches 2 requests:
 * //   2 × GET /client/v4/zonez
 * //     There is GET /client/v4/zones.
 */
export function formatUnknownRequests(routes: readonly UnknownRoute[]): string | undefined {
  if (routes.length === 0) return undefined;
  const requests = routes.reduce((sum, { count }) => sum + count, 0);
  const lines = routes
    .slice(0, shown)
    .flatMap(({ method, path, count, explanation }) => [
      `  ${count} × ${method} ${path}`,
      ...explanation.map((line) => `    ${line}`),
    ]);
  const rest = routes.length > shown ? [`  and ${routes.length - shown} more`] : [];
  const what = requests === 1 ? '1 request' : `${requests} requests`;
  return [`touchstone: no operation matches ${what}:`, ...lines, ...rest].join('\n');
}
