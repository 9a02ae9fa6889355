import { normalizePath } from '../../engines/uri/normalize-path.ts';
import type { ZoneRequest } from '../zone-request.ts';
import type { Fields, RequestFacts } from './field.ts';
import { groupPairs, splitPairs } from './pairs.ts';

/** The fields that have a `raw.` twin, which reads the path as it was sent. */
function transformable(pathOf: (request: ZoneRequest) => string): Fields {
  const uriOf = (request: ZoneRequest) =>
    request.query === '' ? pathOf(request) : `${pathOf(request)}?${request.query}`;
  return {
    'http.request.method': ({ request }) => request.method,
    'http.request.version': () => 'HTTP/1.1',
    'http.request.full_uri': ({ request }) =>
      `${request.secure ? 'https' : 'http'}://${request.host}${uriOf(request)}`,
    'http.request.uri': ({ request }) => uriOf(request),
    'http.request.uri.path': ({ request }) => pathOf(request),
    'http.request.uri.path.extension': ({ request }) => extension(pathOf(request)),
    'http.request.uri.query': ({ request }) => request.query,
    'http.request.uri.args': ({ request }) => groupPairs(splitPairs(request.query)),
    'http.request.uri.args.names': ({ request }) => splitPairs(request.query).map(([name]) => name),
    'http.request.uri.args.values': ({ request }) => splitPairs(request.query).map(([, value]) => value),
    'http.request.headers': ({ request }) => groupPairs(request.headers),
    'http.request.headers.names': ({ request }) => request.headers.map(([name]) => name),
    'http.request.headers.values': ({ request }) => request.headers.map(([, value]) => value),
    'http.request.headers.truncated': () => false,
    'http.request.cookies': ({ request }) => request.cookies,
  };
}

/** Without its dot, in lower case. */
function extension(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return dot === -1 ? '' : file.slice(dot + 1).toLowerCase();
}

/** A header that has a field of its own, which is empty where the header is missing. */
const headerField =
  (name: string) =>
  ({ request }: RequestFacts) =>
    request.header(name) ?? '';

const raw = transformable(({ path }) => path);

/** Fields of the request line and of the headers: fact sheet token-validation, section 7.4. */
export const httpFields: Fields = {
  ...transformable(({ path }) => normalizePath(path)),
  ...Object.fromEntries(Object.entries(raw).map(([name, field]) => [`raw.${name}`, field])),
  'http.host': ({ request }) => request.host,
  'http.user_agent': headerField('user-agent'),
  'http.referer': headerField('referer'),
  'http.cookie': headerField('cookie'),
  'http.x_forwarded_for': headerField('x-forwarded-for'),
  'http.request.timestamp.sec': ({ now }) => Math.floor(now / 1000),
  'http.request.timestamp.msec': ({ now }) => Math.floor(now) % 1000,
  ssl: ({ request }) => request.secure,
};
