import { restsOnAtLeast } from '../../../spec/certainty.ts';
import { allRequirements } from '../../../spec/requirements.ts';
import {
  type JwtRecipe,
  type JwtTemplate,
  type JwtVector,
  type JwtVectorConfiguration,
  type JwtVectors,
  jwtVectorClasses,
  jwtVectorLimits,
} from '../../../spec/vectors/jwt.ts';

/**
 * All problems of a file of vectors, one line each; none if it may be published.
 *
 * @example
 * lintVectors(vectors) // ['kid-unknown and kid-empty differ only in key material or claim values']
 */
export function lintVectors(file: JwtVectors): string[] {
  return [
    ...lintCounts(file),
    ...file.vectors.flatMap((vector) => lintVector(vector, file)),
    ...lintPairs(file),
  ];
}

/** Stored times are before or after these years, so that they are past or future for every run. */
const [YEAR_2020, YEAR_2100] = [Date.UTC(2020, 0, 1) / 1000, Date.UTC(2100, 0, 1) / 1000];

function lintCounts({ vectors, configurations }: JwtVectors): string[] {
  const faults: string[] = [];
  const { vectors: least, perClass, configurations: most } = jwtVectorLimits;
  if (vectors.length < least) faults.push(`There are ${vectors.length} vectors, expected ${least}`);
  for (const name of jwtVectorClasses) {
    const count = vectors.filter((vector) => vector.class === name).length;
    if (count < perClass) faults.push(`Class ${name} has ${count} vectors, expected ${perClass}`);
  }
  const names = Object.keys(configurations);
  if (names.length > most) faults.push(`There are ${names.length} configurations, expected at most ${most}`);
  for (const name of names) {
    if (!vectors.some(({ configuration }) => configuration === name)) faults.push(`No vector uses ${name}`);
  }
  return faults;
}

function lintVector(vector: JwtVector, file: JwtVectors): string[] {
  const { id, configuration, requirement, certainty, expected, witnesses, request, templates = {} } = vector;
  const faults: string[] = [];
  const fault = (text: string) => faults.push(`${id}: ${text}`);
  if (!file.configurations[configuration]) fault(`the configuration ${configuration} does not exist`);
  const basis = allRequirements.find((each) => each.id === requirement);
  if (!basis) fault(`the requirement ${requirement} does not exist`);
  else if (!restsOnAtLeast(basis.certainty, certainty.valid))
    fault(`has a stronger certainty than ${requirement}`);

  const accepting = Object.entries(witnesses).flatMap(([name, accepts]) => (accepts ? [name] : []));
  if (expected.valid && accepting.length < 2)
    fault(`is expected to be valid, but only ${accepting.join() || 'no library'} accepts it`);
  if (!expected.valid && accepting.length > 0 && certainty.valid !== 'inferred') {
    fault(`is expected to be invalid with certainty, but was accepted by ${accepting.join(' and ')}`);
  }

  const texts = [request.path, ...request.headers.map(([, value]) => value)];
  for (const [, name = ''] of texts.join(' ').matchAll(/\{\{(\w+)\}\}/g)) {
    if (!templates[name]) fault(`{{${name}}} has no value`);
  }
  for (const [name, value] of request.headers) {
    if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(value) || value.trim() !== value)
      fault(`${name} can't be sent unchanged`);
  }
  for (const text of texts) for (const problem of lintTimes(text)) fault(problem);
  return faults;
}

/** A stored token must mean the same in every year until 2100. */
function lintTimes(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])[\w-]+\.([\w-]+)\.[\w-]+/g)].flatMap(([, payload = '']) => {
    const claims = parseClaims(payload);
    return [claims.exp, claims.nbf].flatMap((time) =>
      typeof time === 'number' && time >= YEAR_2020 && time < YEAR_2100
        ? [`${time} lies between 2020 and 2100`]
        : [],
    );
  });
}

function parseClaims(payload: string): { exp?: unknown; nbf?: unknown } {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}

function lintPairs({ vectors, configurations }: JwtVectors): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const masks = new Map<string, string>();
  const requests = new Map<string, JwtVector>();
  for (const vector of vectors) {
    const { id, configuration, request, templates, leeway } = vector;
    if (ids.has(id)) faults.push(`${id} stands twice`);
    ids.add(id);

    const config = configurations[configuration];
    const mask = config ? maskVector(vector, config) : id;
    const twin = masks.get(mask);
    if (twin) faults.push(`${twin} and ${id} differ only in key material or claim values`);
    masks.set(mask, id);

    const asked = JSON.stringify([config, request, templates, leeway]);
    const earlier = requests.get(asked);
    if (earlier)
      faults.push(`${earlier.id} and ${id} have the same request${contradiction(earlier, vector)}`);
    requests.set(asked, vector);
  }
  return faults;
}

function contradiction(a: JwtVector, b: JwtVector): string {
  return JSON.stringify(a.expected) === JSON.stringify(b.expected) ? '' : ' but expect different answers';
}

type Key = JwtVectorConfiguration['credentials']['keys'][number];

/**
 * Reduces a vector to its form, without key material and claim values. Two equal forms test the same thing.
 *
 * It keeps sources, types and algorithms of keys, positions of tokens, their headers, names and types of claims, how
 * tokens were made, and the expected verdict.
 */
function maskVector(vector: JwtVector, configuration: JwtVectorConfiguration): string {
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

/** Tokens, whole or in pieces, are the long runs of such characters; recipes describe their content. */
function maskTokens(text: string): string {
  return text.replace(/eyJ[\w\-+/=~%.]*/g, '*').replace(/[\w-]{16,}[\w\-+/=~%.]*/g, '*');
}

function maskKey(key: Key): unknown {
  const { kty, alg } = key;
  return { kty, alg, members: Object.keys(key).sort() };
}

/** Names of keys of the same kind end in different letters. */
function maskKeyName(name: string): string {
  return name.replace(/-b$/, '');
}

function maskRecipe({ key, payload, header, ...recipe }: JwtRecipe): unknown {
  return { ...recipe, key: maskKeyName(key), header: maskHeader(header), payload: maskPayload(payload) };
}

function maskTemplate({ key, header, claims }: JwtTemplate): unknown {
  return { key: maskKeyName(key), header, claims: getType(claims) };
}

/** Only the `jwk` and `jwks` of a header contain key material. */
function maskHeader(header: JwtRecipe['header']): unknown {
  if (typeof header === 'string') return header;
  const { jwk, jwks, ...parameters } = header;
  return { ...parameters, ...(jwk ? { jwk: getType(jwk) } : {}), ...(jwks ? { jwks: getType(jwks) } : {}) };
}

/** Text that is JSON is kept without its values; any other text is kept, as it is the subject of the vector. */
function maskPayload(payload: JwtRecipe['payload']): unknown {
  if (typeof payload !== 'string') return getType(payload);
  return payload.replace(/\d+/g, '0');
}

/** The form of a JSON value: member names and types. */
function getType(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(getType(item))))];
  if (typeof value !== 'object') return typeof value;
  const members = Object.entries(value).map(([name, member]) => [name, getType(member)]);
  return Object.fromEntries(members);
}
