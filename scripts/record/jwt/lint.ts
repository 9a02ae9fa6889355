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
 * Everything that is wrong with a file of vectors, one line per fault; none when it may be published.
 *
 * @example
 * lintVectors(vectors) // ['kid-unknown and kid-empty differ in key material or claim values only']
 */
export function lintVectors(file: JwtVectors): string[] {
  return [
    ...lintCounts(file),
    ...file.vectors.flatMap((vector) => lintVector(vector, file)),
    ...lintPairs(file),
  ];
}

/** Stored times are past or future for every run: they lie before or after these years. */
const [YEAR_2020, YEAR_2100] = [Date.UTC(2020, 0, 1) / 1000, Date.UTC(2100, 0, 1) / 1000];

function lintCounts({ vectors, configurations }: JwtVectors): string[] {
  const faults: string[] = [];
  const { vectors: least, perClass, configurations: most } = jwtVectorLimits;
  if (vectors.length < least) faults.push(`There are ${vectors.length} vectors, and ${least} are wanted`);
  for (const name of jwtVectorClasses) {
    const count = vectors.filter((vector) => vector.class === name).length;
    if (count < perClass) faults.push(`Class ${name} has ${count} vectors, and ${perClass} are wanted`);
  }
  const names = Object.keys(configurations);
  if (names.length > most) faults.push(`There are ${names.length} configurations, and ${most} are allowed`);
  for (const name of names) {
    if (!vectors.some(({ configuration }) => configuration === name)) faults.push(`No vector uses ${name}`);
  }
  return faults;
}

function lintVector(vector: JwtVector, file: JwtVectors): string[] {
  const { id, configuration, requirement, certainty, expected, witnesses, request, templates = {} } = vector;
  const faults: string[] = [];
  const fault = (text: string) => faults.push(`${id}: ${text}`);
  if (!file.configurations[configuration]) fault(`there is no configuration ${configuration}`);
  const basis = allRequirements.find((each) => each.id === requirement);
  if (!basis) fault(`there is no requirement ${requirement}`);
  else if (!restsOnAtLeast(basis.certainty, certainty.valid)) fault(`is surer than ${requirement}`);

  const accepting = Object.entries(witnesses).flatMap(([name, accepts]) => (accepts ? [name] : []));
  if (expected.valid && accepting.length < 2)
    fault(`is to be valid, and only ${accepting.join() || 'nobody'} accepts it`);
  if (!expected.valid && accepting.length > 0 && certainty.valid !== 'inferred') {
    fault(`is to be invalid for sure, yet accepted by ${accepting.join(' and ')}`);
  }

  const texts = [request.path, ...request.headers.map(([, value]) => value)];
  for (const [, name = ''] of texts.join(' ').matchAll(/\{\{(\w+)\}\}/g)) {
    if (!templates[name]) fault(`nothing stands for {{${name}}}`);
  }
  for (const [name, value] of request.headers) {
    if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(value) || value.trim() !== value)
      fault(`${name} can't be sent as it is`);
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
    if (twin) faults.push(`${twin} and ${id} differ in key material or claim values only`);
    masks.set(mask, id);

    const asked = JSON.stringify([config, request, templates, leeway]);
    const earlier = requests.get(asked);
    if (earlier) faults.push(`${earlier.id} and ${id} ask the same${contradiction(earlier, vector)}`);
    requests.set(asked, vector);
  }
  return faults;
}

function contradiction(a: JwtVector, b: JwtVector): string {
  return JSON.stringify(a.expected) === JSON.stringify(b.expected) ? '' : ' and expect different answers';
}

type Key = JwtVectorConfiguration['credentials']['keys'][number];

/**
 * What remains of a vector without key material and claim values. Two vectors that are equal then test
 * the same thing.
 *
 * Kept are: sources, the types and algorithms of the keys, where tokens stand, their headers, which
 * claims they have and of which type, how they were made, and what is expected.
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
  return { key: maskKeyName(key), header, claims: getType(claims) };
}

/** Key material stands in the `jwk` and `jwks` of a header, nowhere else. */
function maskHeader(header: JwtRecipe['header']): unknown {
  if (typeof header === 'string') return header;
  const { jwk, jwks, ...parameters } = header;
  return { ...parameters, ...(jwk ? { jwk: getType(jwk) } : {}), ...(jwks ? { jwks: getType(jwks) } : {}) };
}

/** A text that is JSON is kept but for its values; any other text is what the vector is about. */
function maskPayload(payload: JwtRecipe['payload']): unknown {
  if (typeof payload !== 'string') return getType(payload);
  return payload.replace(/\d+/g, '0');
}

/** The shape of a JSON value: member names and types. */
function getType(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(getType(item))))];
  if (typeof value !== 'object') return typeof value;
  const members = Object.entries(value).map(([name, member]) => [name, getType(member)]);
  return Object.fromEntries(members);
}
