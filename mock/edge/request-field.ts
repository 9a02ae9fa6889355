import type { Value } from '../engines/expressions/index.ts';
import type { ZoneRequest } from './zone-request.ts';

type Field = (request: ZoneRequest, now: number) => Value | undefined;

/** Fields of the rules language that a request on a laptop has: fact sheet token-validation, section 7.4. */
const fields: Readonly<Record<string, Field>> = {
  'http.host': ({ host }) => host,
  'http.request.method': ({ method }) => method,
  'http.request.version': () => 'HTTP/1.1',
  'http.user_agent': (request) => request.header('user-agent') ?? '',
  'http.referer': (request) => request.header('referer') ?? '',
  'http.cookie': (request) => request.header('cookie') ?? '',
  'http.x_forwarded_for': (request) => request.header('x-forwarded-for') ?? '',
  'http.request.full_uri': ({ secure, host, uri }) => `${secure ? 'https' : 'http'}://${host}${uri}`,
  'http.request.uri': ({ uri }) => uri,
  'http.request.uri.path': ({ path }) => path,
  'http.request.uri.path.extension': ({ path }) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '',
  'http.request.uri.query': ({ query }) => query,
  'http.request.uri.args': ({ query }) => grouped(args(query)),
  'http.request.uri.args.names': ({ query }) => args(query).map(([name]) => name),
  'http.request.uri.args.values': ({ query }) => args(query).map(([, value]) => value),
  'http.request.headers': ({ headers }) => grouped(headers),
  'http.request.headers.names': ({ headers }) => headers.map(([name]) => name),
  'http.request.headers.values': ({ headers }) => headers.map(([, value]) => value),
  'http.request.headers.truncated': () => false,
  'http.request.cookies': ({ cookies }) => cookies,
  'http.request.timestamp.sec': (_, now) => Math.floor(now / 1000),
  'http.request.timestamp.msec': (_, now) => Math.floor(now % 1000),
  'http.request.body.size': (request) => Number(request.header('content-length') ?? 0),
  'ip.src': ({ peer }) => peer.address,
  ssl: ({ secure }) => secure,
};

/** The value of a field in a request; `undefined` where a laptop has none (a country, a score). */
export function requestField(request: ZoneRequest, field: string, now: number): Value | undefined {
  const base = field.startsWith('raw.') ? field.slice(4) : field;
  return Object.hasOwn(fields, base) ? fields[base]?.(request, now) : undefined;
}

/** Query arguments as they were sent, undecoded. */
function args(query: string): [string, string][] {
  if (query === '') return [];
  return query.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
}

function grouped(pairs: readonly [string, string][]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = groups.get(name);
    if (values) values.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
