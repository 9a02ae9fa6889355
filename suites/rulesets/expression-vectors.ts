import fieldsFile from '../../fixtures/expressions/fields.json' with { type: 'json' };
import functionsFile from '../../fixtures/expressions/functions.json' with { type: 'json' };
import languageFile from '../../fixtures/expressions/language.json' with { type: 'json' };
import operatorsFile from '../../fixtures/expressions/operators.json' with { type: 'json' };
import refusedFile from '../../fixtures/expressions/refused.json' with { type: 'json' };
import { type KnownRequirementId, requirementById } from '../../spec/requirements.ts';
import {
  type EvaluationVector,
  type ExpressionVector,
  expressionVectorSchema,
  isRefusal,
  type RefusalVector,
} from '../../spec/vectors/expressions.ts';
import type { EdgeRequest } from '../harness/edge.ts';
import { HarnessError } from '../harness/errors.ts';

/** The request of an evaluation. */
export type VectorRequest = Required<Pick<EdgeRequest, 'method' | 'path'>> & {
  readonly headers: Readonly<Record<string, string>>;
};

/** Fields that the client doesn't control, or that an implementation need not have. */
const notOurs = /\b(?:ssl|ip\.src|cf|http\.request\.(?:jwt|timestamp|body)|http\.x_forwarded_for)\b/;

/** Fields that follow from others. */
const derived = new Set([
  'http.request.uri.path.extension',
  'http.request.uri.args.names',
  'http.request.uri.args.values',
  'http.cookie',
]);

/** The request with the fields of a vector; undefined when it can't be sent. */
export function getRequest({ expression, fields }: EvaluationVector): VectorRequest | undefined {
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
        // It is unknown whether a repeated header is one value or two.
        if (values.length > 1) return undefined;
        request.headers[header] = values[0] ?? '';
      }
    } else return undefined;
  }
  const { method, path, query, headers } = request;
  if (headers['cookie'] === '') delete headers['cookie'];
  // Text that is sent unchanged in a request line and in headers: ASCII without spaces around it.
  const sendable = Object.values(headers).every((text) => /^[!-~](?:[ -~]*[!-~])?$/.test(text));
  if (!sendable || !/^[!-~]*$/.test(path + query)) return undefined;
  return { method, path: query === '' ? path : `${path}?${query}`, headers };
}

const entries = (value: EvaluationVector['fields'][string] | undefined): [string, string[]][] =>
  Object.entries(value as Record<string, string[]>); // fields of these names are maps of lists

const pairs = (value: EvaluationVector['fields'][string] | undefined): string[] =>
  entries(value).flatMap(([name, values]) => values.map((item) => `${name}=${item}`));

const files = [operatorsFile, functionsFile, fieldsFile, languageFile, refusedFile];

/** The vectors for custom rules that can be tested over HTTP. */
const vectors: readonly ExpressionVector[] = files
  .flatMap((file) => expressionVectorSchema.array().parse(file))
  .filter(({ place }) => place === 'custom_rules');

/** Expressions that custom rules refuse. */
export const refusedVectors: readonly RefusalVector[] = vectors.filter(isRefusal);

/** A vector that can be sent as a request, and that request. */
export interface SendableVector extends EvaluationVector {
  readonly request: VectorRequest;
}

/** Expressions that are true or false for a request that any client can send. */
export const sendableVectors: readonly SendableVector[] = vectors.flatMap((vector) => {
  if (isRefusal(vector)) return [];
  const request = getRequest(vector);
  return request ? [{ ...vector, request }] : [];
});

/** Vectors by their requirement, in the order of the requirements; vectors without one have the fallback. */
export function byRequirement<V extends ExpressionVector>(
  all: readonly V[],
  fallback?: KnownRequirementId,
): readonly (readonly [KnownRequirementId, readonly V[]])[] {
  const groups = new Map<KnownRequirementId, V[]>();
  for (const vector of all) {
    const id = vector.requirement ?? fallback;
    if (id === undefined) continue;
    if (!requirementById(id)) throw new HarnessError('vectors', `${vector.id}: there is no ${id}`);
    const known = id as KnownRequirementId; // looked up in the line above
    const group = groups.get(known);
    if (group) group.push(vector);
    else groups.set(known, [vector]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}
