import type { JournalEntry } from '../../../../spec/services/touchstone/events.ts';

const masked = '(masked)';
/** Headers that curl sets by itself. */
const automatic = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);

/**
 * Writes a request as a command line of curl.
 *
 * @param token takes the place of a masked API token; other masked credentials become `$SECRET`
 */
export function toCurl(entry: JournalEntry, token: string): string {
  const { method, url, request_headers, request_body } = entry;
  const headers = Object.entries(request_headers)
    .filter(([name]) => !automatic.has(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${withSecret(name, value, entry, token)}`)}`);
  const how = method === 'GET' && request_body === null ? [] : [`-X ${quoted(method)}`];
  const body = request_body === null ? [] : [`--data-raw ${quoted(request_body)}`];
  return ['curl', ...how, ...headers, ...body, quoted(url)].join(' \\\n  ');
}

function withSecret(name: string, value: string, { plane }: JournalEntry, token: string): string {
  if (!value.includes(masked)) return value;
  return name === 'authorization' && plane === 'api'
    ? `Bearer ${token}`
    : value.replaceAll(masked, '$SECRET');
}

/** Quotes for a POSIX shell. A value with `$SECRET` is left open to it. */
export function quoted(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  const inner = `'${text.replaceAll("'", `'\\''`)}'`;
  return inner.replaceAll('$SECRET', `'"$SECRET"'`);
}
