import type { JournalEntry } from '../../../spec/services/touchstone/events.ts';

/** A request that curl can send. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Fields of a form; a value that begins with `@` names a file. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/**
 * Writes a request as a command line of curl.
 *
 * @param options further options of curl
 * @example
 * writeCurl({ method: 'GET', url: 'http://localhost:4800/a', headers: {} }); // 'curl http://localhost:4800/a'
 */
export function writeCurl(
  { method, url, headers, body, fields }: CurlRequest,
  options: readonly string[] = [],
): string {
  const usual = body === undefined && fields === undefined ? 'GET' : 'POST';
  return [
    ['curl', ...options, ...urlOptions(url)].join(' '),
    ...(method === usual ? [] : [method === 'HEAD' && usual === 'GET' ? '-I' : `-X ${quoted(method)}`]),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...Object.entries(fields ?? {}).map(
      ([name, value]) => `${value.startsWith('@') ? '-F' : '--form-string'} ${quoted(`${name}=${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(url),
  ].join(' \\\n  ');
}

/** curl reads brackets and braces as patterns of several URLs, and removes `.` and `..`. */
function urlOptions(url: string): readonly string[] {
  const [path = ''] = url.split('?', 1);
  return [
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(?:\/|$)/.test(path) ? ['--path-as-is'] : []),
  ];
}

const masked = '(masked)';
/** Headers that curl sets by itself. */
const automatic = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);

/**
 * Writes a request of the journal as a command line of curl.
 *
 * @param token takes the place of a masked API token; other masked credentials become `$SECRET`
 */
export function toCurl(entry: JournalEntry, token: string): string {
  const { method, url, request_headers, request_body } = entry;
  const headers = Object.fromEntries(
    Object.entries(request_headers)
      .filter(([name]) => !automatic.has(name))
      .map(([name, value]) => [name, withSecret(name, value, entry, token)]),
  );
  return writeCurl({ method, url, headers, body: request_body ?? undefined });
}

function withSecret(name: string, value: string, { plane }: JournalEntry, token: string): string {
  if (!value.includes(masked)) return value;
  return name === 'authorization' && plane === 'api'
    ? `Bearer ${token}`
    : value.replaceAll(masked, '$SECRET');
}

/** Quotes for a POSIX shell. A value with `$SECRET` is left open to it. */
function quoted(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  const inner = `'${text.replaceAll("'", `'\\''`)}'`;
  return inner.replaceAll('$SECRET', `'"$SECRET"'`);
}
