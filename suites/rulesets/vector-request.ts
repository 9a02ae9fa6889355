import type { EvaluationVector } from '../../spec/vectors/expressions.ts';
import type { EdgeRequest } from '../harness/edge.ts';

/** What an evaluation sends. */
export type VectorRequest = Required<Pick<EdgeRequest, 'method' | 'path'>> & {
  readonly headers: Readonly<Record<string, string>>;
};

/** Names whose values the client doesn't choose, or that an implementation need not have. */
const notOurs = /\b(?:ssl|ip\.src|cf|http\.request\.(?:jwt|timestamp|body)|http\.x_forwarded_for)\b/;

/** Fields that follow from others. */
const derived = new Set([
  'http.request.uri.path.extension',
  'http.request.uri.args.names',
  'http.request.uri.args.values',
  'http.cookie',
]);

/** The request that has the fields of a vector; undefined when none can be sent. */
export function requestOf({ expression, fields }: EvaluationVector): VectorRequest | undefined {
  if (notOurs.test(expression)) return undefined;
  const request = { method: 'GET', path: '/', query: '', headers: {} as Record<string, string> };
  for (const [name, value] of Object.entries(fields)) {
    if (derived.has(name)) continue;
    if (name === 'http.request.method') request.method = String(value);
    else if (name === 'http.request.uri.path' || name === 'raw.http.request.uri.path') {
      request.path = String(value);
    } else if (name === 'http.request.uri.query') request.query = String(value);
    else if (name === 'http.request.uri') {
      const [path = '', query = ''] = String(value).split('?');
      Object.assign(request, { path, query });
    } else if (name === 'http.request.uri.args') request.query = pairs(value).join('&');
    else if (name === 'http.request.cookies') request.headers['cookie'] = pairs(value).join('; ');
    else if (name === 'http.referer') request.headers['referer'] = String(value);
    else if (name === 'http.request.headers') {
      for (const [header, values] of entries(value)) {
        // Whether a header that stands twice is one value or two is not known.
        if (values.length > 1) return undefined;
        request.headers[header] = values[0] ?? '';
      }
    } else return undefined;
  }
  const { method, path, query, headers } = request;
  if (headers['cookie'] === '') delete headers['cookie'];
  // What stands in a request line and in headers as it is: no spaces around it, and ASCII alone.
  const sendable = Object.values(headers).every((text) => /^[!-~](?:[ -~]*[!-~])?$/.test(text));
  if (!sendable || !/^[!-~]*$/.test(path + query)) return undefined;
  return { method, path: query === '' ? path : `${path}?${query}`, headers };
}

const entries = (value: EvaluationVector['fields'][string] | undefined): [string, string[]][] =>
  Object.entries(value as Record<string, string[]>); // fields of these names are maps of lists

const pairs = (value: EvaluationVector['fields'][string] | undefined): string[] =>
  entries(value).flatMap(([name, values]) => values.map((item) => `${name}=${item}`));
