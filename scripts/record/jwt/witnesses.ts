import { createPublicKey } from 'node:crypto';
import { createDecoder, createVerifier } from 'fast-jwt';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import type { JwtVector, JwtVectorConfiguration } from '../../../spec/vectors/jwt.ts';

type Keys = JwtVectorConfiguration['credentials']['keys'];

/** The time at which a witness checks a token. */
interface Moment {
  /** Seconds since the epoch. */
  readonly now: number;
  readonly leeway: number;
}

/** A library's verdict on one token, with the key that the header names. */
type Witness = (token: string, keys: Keys, moment: Moment) => boolean | Promise<boolean>;

/** The algorithm of a key: its own, or the platform's default. */
function effectiveAlg({ alg, kty, crv }: Keys[number]): string {
  if (typeof alg === 'string') return alg;
  if (kty === 'RSA') return 'RS256';
  return crv === 'P-384' ? 'ES384' : 'ES256';
}

const SUPPORTED = /^(?:[RPH]S(?:256|384|512)|ES(?:256|384))$/;

function findKey(keys: Keys, kid: unknown, alg: unknown): Keys[number] | undefined {
  return keys.find(
    (key) => key.kid === kid && effectiveAlg(key) === alg && SUPPORTED.test(effectiveAlg(key)),
  );
}

/** An omitted curve follows from the algorithm. */
function completed(key: Keys[number]): Keys[number] {
  return key.kty === 'EC' ? { crv: effectiveAlg(key) === 'ES384' ? 'P-384' : 'P-256', ...key } : key;
}

const jose: Witness = async (token, keys, { now, leeway }) => {
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    const key = findKey(keys, kid, alg);
    if (!key || !alg) return false;
    const { use: _use, key_ops: _operations, ...jwk } = completed(key);
    await jwtVerify(token, await importJWK(jwk, alg), {
      algorithms: [alg],
      currentDate: new Date(now * 1000),
      clockTolerance: leeway,
    });
    return true;
  } catch {
    return false;
  }
};

const fastJwt: Witness = (token, keys, { now, leeway }) => {
  try {
    const { header } = createDecoder({ complete: true })(token);
    const key = findKey(keys, header.kid, header.alg);
    if (!key) return false;
    createVerifier({
      key: keyText(key),
      algorithms: [header.alg],
      clockTimestamp: now * 1000,
      clockTolerance: leeway * 1000,
      cache: false,
    })(token);
    return true;
  } catch {
    return false;
  }
};

/** The secret as bytes, or the public key as PEM. */
function keyText(key: Keys[number]): Buffer | string {
  if (key.kty === 'oct') return Buffer.from(String(key['k']), 'base64url');
  // The members of a key of the vectors are those of a JSON Web Key.
  const jwk = completed(key) as JsonWebKey;
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
}

const witnesses = { jose, 'fast-jwt': fastJwt } as const satisfies Record<string, Witness>;

/**
 * Whether each of two independent JOSE libraries finds a valid token in a request; one source is enough.
 *
 * @param headers the request's headers, with its templates signed for `moment.now`
 */
export async function askWitnesses(
  configuration: JwtVectorConfiguration,
  headers: readonly (readonly [string, string])[],
  moment: Moment,
): Promise<JwtVector['witnesses']> {
  const tokens = readTokens(configuration, headers);
  const ask = async (witness: Witness): Promise<boolean> => {
    for (const token of tokens) {
      if (await witness(token, configuration.credentials.keys, moment)) return true;
    }
    return false;
  };
  return { jose: await ask(witnesses.jose), 'fast-jwt': await ask(witnesses['fast-jwt']) };
}

type Headers = readonly (readonly [string, string])[];

const SOURCE = /^http\.request\.(headers|cookies)\["([^"]+)"\]\[0\]$/;
const OTHER_SCHEME = /^(?:basic|digest|dpop|negotiate) /i;

/**
 * Resolves each source of a configuration in a request, in order. It is independent of the mock, so that the two can
 * disagree.
 */
export function readSources(
  { token_sources }: Pick<JwtVectorConfiguration, 'token_sources'>,
  headers: Headers,
): (string | undefined)[] {
  return token_sources.map((source) => {
    const [, field, name = ''] = SOURCE.exec(source) ?? [];
    if (!field) throw new TypeError(`${source} is not a source that the vectors use`);
    return field === 'headers' ? readHeader(headers, name) : readCookie(headers, name);
  });
}

/** Extracts the tokens from the sources' values, without `Bearer` and without passwords. */
export function readTokens(
  configuration: Pick<JwtVectorConfiguration, 'token_sources'>,
  headers: Headers,
): string[] {
  return readSources(configuration, headers).flatMap((value) => {
    const token = value?.startsWith('Bearer ') ? value.slice('Bearer '.length) : value;
    return token && !OTHER_SCHEME.test(token) ? [token] : [];
  });
}

function readHeader(headers: Headers, name: string): string | undefined {
  return headers.find(([sent]) => sent.toLowerCase() === name)?.[1];
}

function readCookie(headers: Headers, name: string): string | undefined {
  const pairs = (readHeader(headers, 'cookie') ?? '').split('; ').map((pair) => {
    const equals = pair.indexOf('=');
    return [decodeURIComponent(pair.slice(0, equals)), pair.slice(equals + 1)] as const;
  });
  return pairs.find(([sent]) => sent === name)?.[1];
}
