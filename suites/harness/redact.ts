/**
 * Members of a JSON body that hold key material: the secret of an HMAC key, the private parts of others.
 * The JSON may stand inside a JSON string, and may be cut off.
 */
const secretMembers = /("(?:k|d|p|q|dp|dq|qi)\\*"\s*:\s*\\*")[^"\\]*?(?="|\\|\.\.\.|$)/g;

/** A compact JWS; its first part says which key and algorithm it names, the rest is left out. */
const compactJws = /\b(eyJ[\w-]+)\.[\w-]*\.[\w-]*/g;

/** The secret of a token of a repository. */
const repositoryTokens = /\bart_v\d(?:_[a-z])?_[0-9a-f]{40}/g;

/** Headers whose value is a credential. */
const secretHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'x-auth-key',
  'x-auth-user-service-key',
  'x-custom-auth-key',
  'cookie',
  'set-cookie',
]);

const removed = '<redacted>';

/** Takes secrets out of what a report shows. */
export interface Redactor {
  text(value: string): string;
  header(name: string, value: string): string;
  /** All headers of a message; those that come again and again are the same pairs, since a run keeps many. */
  headers(headers: Iterable<readonly [string, string]>): (readonly [string, string])[];
}

/** Pairs of headers that are remembered before all are forgotten. */
const mostPairs = 2_000;

/**
 * Makes a redactor that also knows the credentials of one target.
 *
 * @param secrets values that may appear nowhere; shorter than four characters they are ignored
 *
 * @example
 * createRedactor(['s3cret-token']).text('{"k":"abc"} s3cret-token') // '{"k":"<redacted>"} <redacted>'
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = secrets.filter((secret) => secret.length > 3).sort((a, b) => b.length - a.length);
  const text = (value: string): string => {
    const plain = known.reduce((rest, secret) => rest.replaceAll(secret, removed), value);
    return plain
      .replace(secretMembers, `$1${removed}`)
      .replace(repositoryTokens, removed)
      .replace(compactJws, (_, header: string) => describeToken(header));
  };
  const header = (name: string, value: string): string => {
    if (!secretHeaders.has(name.toLowerCase())) return text(value);
    // A test token is what an edge exchange is about, so its kind stays visible.
    const shown = text(value).match(/<jwt[^>]*>/g);
    return shown ? shown.join(' ') : removed;
  };
  const pairs = new Map<string, readonly [string, string]>();
  const pairOf = (name: string, value: string): readonly [string, string] => {
    const key = `${name}: ${value}`;
    const known = pairs.get(key);
    if (known) return known;
    if (pairs.size >= mostPairs) pairs.clear();
    const pair = [name, header(name, value)] as const;
    pairs.set(key, pair);
    return pair;
  };
  return { text, header, headers: (list) => Array.from(list, ([name, value]) => pairOf(name, value)) };
}

function describeToken(header: string): string {
  try {
    const json = atob(header.replaceAll('-', '+').replaceAll('_', '/'));
    const { alg, kid } = JSON.parse(json) as { alg?: unknown; kid?: unknown };
    return `<jwt alg=${String(alg)} kid=${String(kid)}>`;
  } catch {
    return '<jwt>';
  }
}
