import { base64url, compactVerify, exportSPKI, importJWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Alg, algorithms } from './algorithms.ts';
import { importKeys, type KeySet } from './key-set.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { encodePart, makeToken, signText } from './testing/make-token.ts';
import { jwk, privateJwk, type TestKeyName } from './testing/test-keys.ts';
import { verifyToken } from './verify-token.ts';

const clock = { now: 1_700_000_000_000, leewaySeconds: 0 };
const payload = { sub: 'user-1', exp: 4102444800 };

/** Every algorithm with every key size that it may have. */
const PAIRS: readonly (readonly [Alg, TestKeyName])[] = [
  ['RS256', 'rsa2048'],
  ['RS384', 'rsa3072'],
  ['RS512', 'rsa4096'],
  ['PS256', 'rsa3072'],
  ['PS384', 'rsa4096'],
  ['PS512', 'rsa2048'],
  ['ES256', 'p256'],
  ['ES384', 'p384'],
  ['HS256', 'oct32'],
  ['HS384', 'oct48'],
  ['HS512', 'oct64'],
];

async function keySetOf(...keys: readonly (readonly [Alg, TestKeyName, string])[]): Promise<KeySet> {
  const input = keys.map(([alg, name, kid]) => jwk(name, kid, alg));
  return importKeys((await normalizeKeys(input, { mode: 'create' })).keys);
}

/** The same public key or secret, as the other implementation reads it. */
async function importWithJose(alg: Alg, name: TestKeyName): Promise<CryptoKey> {
  const { keys } = await normalizeKeys([jwk(name, 'a', alg)], { mode: 'create' });
  const [key] = keys;
  if (!key) throw new Error(`${name} was dropped`);
  const imported = await importJWK({ ...key });
  if (!(imported instanceof Uint8Array)) return imported;
  return crypto.subtle.importKey('raw', new Uint8Array(imported), algorithms[alg].importing, false, [
    'verify',
  ]);
}

async function verdict(token: string, keySet: KeySet): Promise<string> {
  const result = await verifyToken(token, keySet, clock);
  return result.valid ? 'valid' : result.reason;
}

/** Writes R and S as ASN.1 integers, as signers outside of JOSE do. */
function toDer(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2;
  const integers = [raw.subarray(0, half), raw.subarray(half)].flatMap((bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const trimmed = [...bytes.subarray(start)];
    if ((trimmed[0] ?? 0) > 127) trimmed.unshift(0);
    return [2, trimmed.length, ...trimmed];
  });
  return new Uint8Array([0x30, integers.length, ...integers]);
}

describe('verifyToken', () => {
  it.each(PAIRS)('accepts %s with %s, as jose does, and gives its claims', async (alg, name) => {
    const header = { alg, kid: 'a', typ: 'JWT' };
    const token = await makeToken({ key: name, alg, header, payload });
    expect(await verifyToken(token, await keySetOf([alg, name, 'a']), clock)).toEqual({
      valid: true,
      claims: payload,
      payloadText: JSON.stringify(payload),
      header,
    });
    await expect(compactVerify(token, await importWithJose(alg, name))).resolves.toBeDefined();
  });

  it.each(PAIRS)('refuses %s with %s after a change of one bit of the signature', async (alg, name) => {
    const header = { alg, kid: 'a' };
    const input = `${encodePart(header)}.${encodePart(payload)}`;
    const signature = await signText(name, alg, input);
    const keySet = await keySetOf([alg, name, 'a']);
    for (const at of [0, signature.length >> 1, signature.length - 1]) {
      const changed = signature.map((byte, index) => (index === at ? byte ^ 1 : byte));
      expect(await verdict(`${input}.${base64url.encode(changed)}`, keySet)).toBe('invalid_signature');
    }
    for (const wrong of [
      signature.slice(0, -1),
      signature.slice(1),
      new Uint8Array([...signature, 0]),
      new Uint8Array([0, ...signature]),
      new Uint8Array(signature.length),
    ]) {
      expect(await verdict(`${input}.${base64url.encode(wrong)}`, keySet)).toBe('invalid_signature');
    }
  });

  it.each([
    ['ES256', 'p256'],
    ['ES384', 'p384'],
  ] as const)('refuses a DER signature of %s', async (alg, name) => {
    const input = `${encodePart({ alg, kid: 'a' })}.${encodePart(payload)}`;
    const der = toDer(await signText(name, alg, input));
    const keySet = await keySetOf([alg, name, 'a']);
    expect(await verdict(`${input}.${base64url.encode(der)}`, keySet)).toBe('invalid_signature');
  });

  describe('with two keys of one kid', () => {
    let keySet: KeySet;
    beforeAll(async () => {
      keySet = await keySetOf(['RS256', 'rsa2048', 'a'], ['PS256', 'rsa2048', 'a'], ['ES256', 'p256', 'b']);
    });

    it.each([
      ['the first', 'RS256', 'RS256', 'rsa2048', 'a', 'valid'],
      ['the second', 'PS256', 'PS256', 'rsa2048', 'a', 'valid'],
      ['another padding than the header says', 'RS256', 'PS256', 'rsa2048', 'a', 'invalid_signature'],
      ['an alg that no key of this kid has', 'RS512', 'RS512', 'rsa2048', 'a', 'no_matching_key'],
      ['the kid of a key of another type', 'ES256', 'ES256', 'p256', 'a', 'no_matching_key'],
      ['an alg in lower case', 'rs256', 'RS256', 'rsa2048', 'a', 'no_matching_key'],
      ['an unknown kid', 'RS256', 'RS256', 'rsa2048', 'c', 'no_matching_key'],
      ['a kid in another case', 'RS256', 'RS256', 'rsa2048', 'A', 'no_matching_key'],
      ['a kid with a space', 'RS256', 'RS256', 'rsa2048', 'a ', 'no_matching_key'],
      ['an empty kid', 'RS256', 'RS256', 'rsa2048', '', 'no_matching_key'],
      ['the name of an object member as kid', 'RS256', 'RS256', 'rsa2048', 'constructor', 'no_matching_key'],
      ['no kid', 'RS256', 'RS256', 'rsa2048', undefined, 'no_matching_key'],
      ['an alg and kid that only run together alike', 'RS256 a', 'RS256', 'rsa2048', '', 'no_matching_key'],
      ['alg none', 'none', 'RS256', 'rsa2048', 'a', 'no_matching_key'],
      ['an empty alg', '', 'RS256', 'rsa2048', 'a', 'no_matching_key'],
      ['the key of another kid', 'RS256', 'RS256', 'rsa2048Other', 'a', 'invalid_signature'],
    ] as const)('judges %s', async (_, alg, signAlg, key, kid, expected) => {
      const header = kid === undefined ? { alg } : { alg, kid };
      expect(await verdict(await makeToken({ key, alg: signAlg, header, payload }), keySet)).toBe(expected);
    });
  });

  it('refuses alg none without a signature', async () => {
    const keySet = await keySetOf(['RS256', 'rsa2048', 'a']);
    const unsecured = `${encodePart({ alg: 'none', kid: 'a' })}.${encodePart(payload)}.`;
    expect(await verdict(unsecured, keySet)).toBe('malformed_token');
  });

  it('never uses a public key as an HMAC secret', async () => {
    const keySet = await keySetOf(['RS256', 'rsa2048', 'a']);
    const pem = await exportSPKI(await importWithJose('RS256', 'rsa2048'));
    const der = base64url.decode(
      pem
        .replace(/-----.*?-----|\s/g, '')
        .replace(/\+/g, '-')
        .replace(/\//g, '_'),
    );
    const modulus = base64url.decode(privateJwk('rsa2048').n ?? '');
    for (const secret of [
      new TextEncoder().encode(pem),
      new TextEncoder().encode(pem.trim()),
      der,
      modulus,
    ]) {
      const input = `${encodePart({ alg: 'HS256', kid: 'a' })}.${encodePart(payload)}`;
      const hmac = { name: 'HMAC', hash: 'SHA-256' };
      const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), hmac, false, ['sign']);
      const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(input)));
      expect(await verdict(`${input}.${base64url.encode(mac)}`, keySet)).toBe('no_matching_key');
      const asRsa = `${encodePart({ alg: 'RS256', kid: 'a' })}.${encodePart(payload)}`;
      expect(await verdict(`${asRsa}.${base64url.encode(mac)}`, keySet)).toBe('invalid_signature');
    }
  });

  it('never trusts a key that the token brings along', async () => {
    const keySet = await keySetOf(['RS256', 'rsa2048', 'a']);
    const { kty, n, e } = privateJwk('rsa2048Other');
    const header = { alg: 'RS256', kid: 'a', jwk: { kty, n, e }, jku: 'https://attacker.example/keys' };
    const token = await makeToken({ key: 'rsa2048Other', alg: 'RS256', header, payload });
    expect(await verdict(token, keySet)).toBe('invalid_signature');
  });

  it('refuses a payload or header taken from another valid token', async () => {
    const keySet = await keySetOf(['HS256', 'oct32', 'a'], ['HS256', 'oct32', 'b']);
    const make = async (kid: string, sub: string) =>
      (
        await makeToken({ key: 'oct32', alg: 'HS256', header: { alg: 'HS256', kid }, payload: { sub } })
      ).split('.');
    const [one, other] = [await make('a', 'user-1'), await make('b', 'user-2')];
    expect(await verdict([one[0], other[1], one[2]].join('.'), keySet)).toBe('invalid_signature');
    expect(await verdict([other[0], one[1], one[2]].join('.'), keySet)).toBe('invalid_signature');
    expect(await verdict([one[0], one[1], other[2]].join('.'), keySet)).toBe('invalid_signature');
  });

  it.each([
    ['an array', '[]', 'invalid_claims'],
    ['plain text', 'foo', 'invalid_claims'],
    ['a token inside a token', 'eyJhbGciOiJub25lIn0.e30.', 'invalid_claims'],
    ['exp as text', '{"exp":"4102444800"}', 'invalid_claims'],
    ['exp in the past', '{"exp":1}', 'token_expired'],
    ['nbf in the future', '{"nbf":4102444800}', 'token_not_yet_valid'],
    ['no claims', '{}', 'valid'],
    ['the last of repeated claims in the future', '{"exp":1,"exp":4102444800}', 'valid'],
  ])('judges a payload of %s', async (_, text, expected) => {
    const header = { alg: 'HS256', kid: 'a' };
    const token = await makeToken({ key: 'oct32', alg: 'HS256', header, payload: text });
    expect(await verdict(token, await keySetOf(['HS256', 'oct32', 'a']))).toBe(expected);
  });

  it('calls a wrong signature wrong before it looks at the claims', async () => {
    const header = { alg: 'HS256', kid: 'a' };
    const token = await makeToken({ key: 'oct32Other', alg: 'HS256', header, payload: '{"exp":1}' });
    expect(await verdict(token, await keySetOf(['HS256', 'oct32', 'a']))).toBe('invalid_signature');
  });
});
