import type { JwtRecipe, JwtTemplate, JwtVector, JwtVectorConfiguration } from '../../../spec/vectors/jwt.ts';

type Key = JwtVectorConfiguration['credentials']['keys'][number];

/**
 * What remains of a vector without key material and claim values. Two vectors that are equal then test
 * the same thing.
 *
 * Kept are: sources, the types and algorithms of the keys, where tokens stand, their headers, which
 * claims they have and of which type, how they were made, and what is expected.
 */
export function maskVector(vector: JwtVector, configuration: JwtVectorConfiguration): string {
  const { request, made = {}, templates = {}, expected, leeway } = vector;
  const tokens = [...Object.values(made).map(maskRecipe), ...Object.values(templates).map(maskTemplate)];
  return JSON.stringify({
    sources: configuration.token_sources,
    keys: configuration.credentials.keys.map(maskKey),
    method: request.method,
    path: maskTokens(request.path.replace(vector.configuration, '')),
    headers: request.headers.map(([name, value]) => [name, maskTokens(value)]),
    tokens,
    expected,
    leeway,
  });
}

/** Tokens, whole or in pieces, are the long runs of such characters; recipes say what is in them. */
function maskTokens(text: string): string {
  return text.replace(/eyJ[\w\-+/=~%.]*/g, '*').replace(/[\w-]{16,}[\w\-+/=~%.]*/g, '*');
}

function maskKey(key: Key): unknown {
  const { kty, alg } = key;
  return { kty, alg, members: Object.keys(key).sort() };
}

/** Names of keys of one kind end in a letter of their own. */
function maskKeyName(name: string): string {
  return name.replace(/-b$/, '');
}

function maskRecipe({ key, payload, header, ...recipe }: JwtRecipe): unknown {
  return { ...recipe, key: maskKeyName(key), header: maskHeader(header), payload: maskPayload(payload) };
}

function maskTemplate({ key, header, claims }: JwtTemplate): unknown {
  return { key: maskKeyName(key), header, claims: typeOf(claims) };
}

/** Key material stands in the `jwk` and `jwks` of a header, nowhere else. */
function maskHeader(header: JwtRecipe['header']): unknown {
  if (typeof header === 'string') return header;
  const { jwk, jwks, ...parameters } = header;
  return { ...parameters, ...(jwk ? { jwk: typeOf(jwk) } : {}), ...(jwks ? { jwks: typeOf(jwks) } : {}) };
}

/** A text that is JSON is kept but for its values; any other text is what the vector is about. */
function maskPayload(payload: JwtRecipe['payload']): unknown {
  if (typeof payload !== 'string') return typeOf(payload);
  return payload.replace(/\d+/g, '0');
}

/** The shape of a JSON value: member names and types. */
function typeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(typeOf(item))))];
  if (typeof value !== 'object') return typeof value;
  const members = Object.entries(value).map(([name, member]) => [name, typeOf(member)]);
  return Object.fromEntries(members);
}
