import { contract } from '../../spec/contract.ts';
import { type Endpoint, rootPaths } from '../../spec/endpoint.ts';
import { type Mask, maskText } from '../../spec/mask-secrets.ts';
import { isSecretName, operationSecrets, type SecretPlaces } from '../../spec/secret.ts';

/** Which body it is: the request's or the answer's. */
export type BodySide = 'request' | 'answer';

const removed = '<redacted>';

/** Length of a piece of a secret that does not occur by chance. */
const leastBeginning = 6;

/** Removes secrets from what a report shows. */
export interface Redactor {
  text(value: string): string;
  /** A body of an API call or its answer; the contract says which members are secret. */
  body(value: string, side: BodySide, method: string, url: string): string;
  header(name: string, value: string): string;
  /** All headers of a message; returns equal pairs for repeated headers, since a run keeps many. */
  headers(headers: Iterable<readonly [string, string]>): (readonly [string, string])[];
}

const mask: Mask = { text: removed, token: describeToken };

/** Size of the cache of header pairs, which is then cleared. */
const mostPairs = 2_000;

/**
 * Creates a redactor that also knows the credentials of one target.
 *
 * @param secrets values that may never appear; those shorter than four characters are ignored
 *
 * @example
 * createRedactor(['s3cret-token']).text('{"k":"abc"} s3cret-token') // '{"k":"<redacted>"} <redacted>'
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = [...new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
    .filter((secret) => secret.length > 3)
    .sort((a, b) => b.length - a.length);
  const clean = (value: string, places?: SecretPlaces): string => {
    const plain = known.reduce(
      (rest, secret) => rest.replaceAll(secret, removed),
      withoutBeginning(value, known),
    );
    return maskText(plain, mask, places);
  };
  const text = (value: string) => clean(value);
  const getPlaces = secretsOfCalls();
  const body: Redactor['body'] = (value, ...call) => clean(value, getPlaces(...call));
  const header = (name: string, value: string): string => {
    const lower = name.toLowerCase();
    const shown = text(value);
    if (!isSecretName(lower)) return shown;
    if (lower === 'cookie' || lower === 'set-cookie') return redactCookies(shown, lower === 'set-cookie');
    // The scheme names the kind of credential, and a test token is the subject of an edge exchange.
    const [, scheme = '', rest = ''] = /^(\w[\w-]* +)?(.*)$/s.exec(shown) ?? [];
    const tokens = rest.match(/<jwt[^>]*>/g);
    return `${scheme}${tokens ? tokens.join(' ') : removed}`;
  };
  const pairs = new Map<string, readonly [string, string]>();
  const getPair = (name: string, value: string): readonly [string, string] => {
    const key = `${name}: ${value}`;
    const known = pairs.get(key);
    if (known) return known;
    if (pairs.size >= mostPairs) pairs.clear();
    const pair = [name, header(name, value)] as const;
    pairs.set(key, pair);
    return pair;
  };
  return { text, body, header, headers: (list) => Array.from(list, ([name, value]) => getPair(name, value)) };
}

/** Removes the beginning of a secret from the end of a truncated text. */
function withoutBeginning(text: string, secrets: readonly string[]): string {
  const end = /(?:\.\.\.[^.]{0,40})?$/.exec(text.slice(-50))?.[0].length ?? 0;
  const cut = text.length - end;
  for (const secret of secrets) {
    const near = text.slice(Math.max(0, cut - secret.length + 1), cut);
    const least = secret.slice(0, leastBeginning);
    // The first one is the longest.
    for (let at = near.indexOf(least); at >= 0; at = near.indexOf(least, at + 1)) {
      if (!secret.startsWith(near.slice(at))) continue;
      return `${text.slice(0, cut - near.length + at)}${removed}${text.slice(cut)}`;
    }
  }
  return text;
}

/** The names of cookies and the attributes of `set-cookie` are not secret. */
function redactCookies(shown: string, isSet: boolean): string {
  return shown
    .split(/; */)
    .map((pair, index) => {
      const [name, ...value] = pair.split('=');
      if (value.length === 0 || (isSet && index > 0)) return pair;
      const token = value.join('=').match(/<jwt[^>]*>/);
      return `${name}=${token?.[0] ?? removed}`;
    })
    .join('; ');
}

/** @param header the first part of a token, percent-encoded where the token was */
function describeToken(header: string): string {
  try {
    const json = atob(decodeURIComponent(header).replaceAll('-', '+').replaceAll('_', '/'));
    const { alg, kid } = JSON.parse(json) as { alg?: unknown; kid?: unknown };
    return `<jwt alg=${String(alg)} kid=${String(kid)}>`;
  } catch {
    return '<jwt>';
  }
}

/**
 * Secrets in bodies, by method and URL of the call. The first call reads the contract.
 */
function secretsOfCalls(): (side: BodySide, method: string, url: string) => SecretPlaces | undefined {
  let calls: ReturnType<typeof readContract> | undefined;
  return (side, method, url) => {
    const { pathname } = new URL(url);
    calls ??= readContract();
    return calls.find((call) => call.method === method && call.path.test(pathname))?.[side];
  };
}

/** The operations whose bodies contain secrets. */
function readContract() {
  const endpoints: readonly Endpoint[] = Object.values(contract);
  return endpoints.flatMap((endpoint) => {
    const { request, answer } = operationSecrets(endpoint);
    if (!request && !answer) return [];
    return rootPaths(endpoint).map((path) => ({
      method: endpoint.method,
      path: pathPattern(path),
      request,
      answer,
    }));
  });
}

/** Matches the end of a path, since a target may have another base path. */
function pathPattern(template: string): RegExp {
  const below = template.replace(/^\/client\/v4/, '');
  return new RegExp(`${below.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`);
}
