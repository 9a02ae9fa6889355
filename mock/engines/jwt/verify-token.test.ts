// Long: parsing and verifying, the two halves of a check, with the same kinds of tokens.
import fc from 'fast-check';
import { base64url, compactVerify, exportSPKI, importJWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Alg, algorithms } from './algorithms.ts';
import { importKeys, type KeySet } from './key-set.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { encodePart, jwk, makeToken, privateJwk, signText, type TestKeyName } from './testing/test-keys.ts';
import { parseCompactJws, readClaims, timeViolation, verifyToken } from './verify-token.ts';

describe('parseCompactJws', () => {
  const HEADER = { alg: 'RS256', kid: 'key-1' };
  const header = encodePart(HEADER);
  const payload = encodePart({ sub: 'user-1' });

  it('decodes the three parts and keeps what was signed', () => {
    expect(parseCompactJws(`${header}.${payload}.AQID`)).toEqual({
      header: HEADER,
      payload: new TextEncoder().encode('{"sub":"user-1"}'),
      signature: new Uint8Array([1, 2, 3]),
      signingInput: new TextEncoder().encode(`${header}.${payload}`),
    });
  });

  it.each([
    ['the empty text', ''],
    ['no dots', 'abc'],
    ['dots only', '..'],
    ['two parts', `${header}.${payload}`],
    ['four parts', `${header}.${payload}.AQID.AQID`],
    ['five parts, as an encrypted token has', `${header}.AQID.AQID.AQID.AQID`],
    ['an empty header', `.${payload}.AQID`],
    ['an empty payload, as a detached one has', `${header}..AQID`],
    ['an empty signature', `${header}.${payload}.`],
    ['a dot at the end', `${header}.${payload}.AQID.`],
    ['a dot at the beginning', `.${header}.${payload}.AQID`],
    ['a space at the end', `${header}.${payload}.AQID `],
    ['a space at the beginning', ` ${header}.${payload}.AQID`],
    ['a line end inside', `${header}.${payload}.AQ\nID`],
    ['padding in the header', `${header}=.${payload}.AQID`],
    ['padding in the payload', `${header}.${payload}==.AQID`],
    ['padding in the signature', `${header}.${payload}.AQ==`],
    ['trailing bits in the signature', `${header}.${payload}.AQJ`],
    ['a header that is not base64url', `{}.${payload}.AQID`],
    ['a payload that is not base64url', `${header}.{}.AQID`],
    ['a flattened JSON serialisation', JSON.stringify({ protected: header, payload, signature: 'AQID' })],
    ['a header that is not JSON', `${encodePart('alg: RS256')}.${payload}.AQID`],
    ['a header that is cut off', `${encodePart('{"alg":"RS256"')}.${payload}.AQID`],
    ['a header with a byte order mark', `${encodePart('\uFEFF{"alg":"RS256"}')}.${payload}.AQID`],
    ['a header that is not UTF-8', `${encodePart(new Uint8Array([0x7b, 0xff, 0x7d]))}.${payload}.AQID`],
    ['a header that is an array', `${encodePart('["RS256"]')}.${payload}.AQID`],
    ['a header that is a string', `${encodePart('"RS256"')}.${payload}.AQID`],
    ['a header that is null', `${encodePart('null')}.${payload}.AQID`],
    ['a header nested too deep to parse', `${encodePart('['.repeat(200_000))}.${payload}.AQID`],
    ['no alg', `${encodePart({ kid: 'key-1' })}.${payload}.AQID`],
    ['a null alg', `${encodePart({ alg: null, kid: 'key-1' })}.${payload}.AQID`],
    ['an alg that is an array', `${encodePart({ alg: ['RS256'], kid: 'key-1' })}.${payload}.AQID`],
    ['a kid that is a number', `${encodePart({ alg: 'RS256', kid: 1 })}.${payload}.AQID`],
    ['a null kid', `${encodePart({ alg: 'RS256', kid: null })}.${payload}.AQID`],
    ['an alg inside __proto__', `${encodePart('{"__proto__":{"alg":"RS256"}}')}.${payload}.AQID`],
  ])('calls a token with %s malformed', (_, token) => {
    expect(parseCompactJws(token)).toBe('malformed_token');
  });

  it.each([
    ['crit', { crit: ['exp'] }],
    ['an empty crit', { crit: [] }],
    ['a crit that is no array', { crit: 'exp' }],
    ['a null crit', { crit: null }],
    ['crit for b64', { b64: false, crit: ['b64'] }],
    ['crit for a b64 that changes nothing', { b64: true, crit: ['b64'] }],
    ['b64 false without crit', { b64: false }],
  ])('refuses %s', (_, more) => {
    expect(parseCompactJws(`${encodePart({ ...HEADER, ...more })}.${payload}.AQID`)).toBe(
      'unsupported_critical_header',
    );
  });

  it.each([
    ['zip', { zip: 'DEF' }],
    ['typ and cty', { typ: 'at+jwt', cty: 'JWT' }],
    ['keys and addresses of keys', { jwk: {}, jku: 'https://a.example', x5u: 'https://a.example', x5c: [] }],
    ['b64 true', { b64: true }],
    ['a parameter that nobody knows', { 'https://a.example/x': { crit: ['y'] } }],
  ])('ignores %s in the header', (_, more) => {
    expect(parseCompactJws(`${encodePart({ ...HEADER, ...more })}.${payload}.AQID`)).toMatchObject({
      header: HEADER,
    });
  });

  it('takes the last of repeated header parameters', () => {
    const repeated = encodePart('{"alg":"none","kid":"other","alg":"RS256","kid":"key-1"}');
    expect(parseCompactJws(`${repeated}.${payload}.AQID`)).toMatchObject({ header: HEADER });
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe('readClaims', () => {
  it('gives the claims and the text they were sent as', () => {
    const text = '{ "sub" : "user-1",\r\n "aud": ["a", "b"] }';
    expect(readClaims(bytes(text))).toEqual({ claims: { sub: 'user-1', aud: ['a', 'b'] }, text });
  });

  it('accepts an object without claims', () => {
    expect(readClaims(bytes('{}'))).toEqual({ claims: {}, text: '{}' });
  });

  it.each([
    ['an array', '[]'],
    ['a string', '"text"'],
    ['a number', '1'],
    ['null', 'null'],
    ['text that is not JSON', 'foo'],
    ['a trailing comma', '{"a":1,}'],
    ['two objects', '{}{}'],
    ['a byte order mark', '\uFEFF{}'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(readClaims(bytes(text))).toBeUndefined();
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(readClaims(new Uint8Array([0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
  });
});

describe('timeViolation', () => {
  // Now is second 1000.5.
  const strict = { now: 1_000_500, leewaySeconds: 0 };
  const lenient = { now: 1_000_500, leewaySeconds: 60 };

  it.each([
    ['no times', {}, undefined, undefined],
    ['exp in the future', { exp: 1001 }, undefined, undefined],
    ['exp a fraction of a second ahead', { exp: 1000.6 }, undefined, undefined],
    ['exp right now', { exp: 1000.5 }, 'token_expired', undefined],
    ['exp half a second ago', { exp: 1000 }, 'token_expired', undefined],
    ['exp 59.5 seconds ago', { exp: 941 }, 'token_expired', undefined],
    ['exp exactly the leeway ago', { exp: 940.5 }, 'token_expired', 'token_expired'],
    ['exp beyond the leeway', { exp: 940 }, 'token_expired', 'token_expired'],
    ['exp zero', { exp: 0 }, 'token_expired', 'token_expired'],
    ['a negative exp', { exp: -1 }, 'token_expired', 'token_expired'],
    ['nbf in the past', { nbf: 1000 }, undefined, undefined],
    ['nbf right now', { nbf: 1000.5 }, undefined, undefined],
    ['nbf a fraction of a second ahead', { nbf: 1000.6 }, 'token_not_yet_valid', undefined],
    ['nbf exactly the leeway ahead', { nbf: 1060.5 }, 'token_not_yet_valid', undefined],
    ['nbf beyond the leeway', { nbf: 1061 }, 'token_not_yet_valid', 'token_not_yet_valid'],
    ['both met', { nbf: 1000, exp: 1001 }, undefined, undefined],
    ['both violated', { nbf: 2000, exp: 900 }, 'token_expired', 'token_expired'],
    ['iat in the future', { iat: 5000 }, undefined, undefined],
    ['exp as text', { exp: '4102444800' }, 'invalid_claims', 'invalid_claims'],
    ['exp null', { exp: null }, 'invalid_claims', 'invalid_claims'],
    ['exp true', { exp: true }, 'invalid_claims', 'invalid_claims'],
    ['exp in an array', { exp: [4102444800] }, 'invalid_claims', 'invalid_claims'],
    ['nbf as text', { nbf: '0' }, 'invalid_claims', 'invalid_claims'],
    ['nbf as an object', { nbf: {} }, 'invalid_claims', 'invalid_claims'],
    ['exp too large for a number', JSON.parse('{"exp":1e400}'), 'invalid_claims', 'invalid_claims'],
    ['nbf below every number', JSON.parse('{"nbf":-1e400}'), 'invalid_claims', 'invalid_claims'],
  ])('judges %s', (_, claims, withoutLeeway, withLeeway) => {
    expect(timeViolation(claims, strict)).toBe(withoutLeeway);
    expect(timeViolation(claims, lenient)).toBe(withLeeway);
  });
});

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

const KEYS: readonly (readonly [Alg, TestKeyName])[] = [
  ['HS256', 'oct32'],
  ['ES256', 'p256'],
  ['ES384', 'p384'],
  ['RS256', 'rsa2048'],
  ['PS512', 'rsa2048'],
];

describe('verifyToken, for any input', () => {
  let keySet: KeySet;
  let tokens: string[];

  beforeAll(async () => {
    const keys = KEYS.map(([alg, name]) => jwk(name, 'a', alg));
    keySet = await importKeys((await normalizeKeys(keys, { mode: 'create' })).keys);
    tokens = await Promise.all(
      KEYS.map(([alg, key]) =>
        makeToken({ key, alg, header: { alg, kid: 'a' }, payload: { sub: 'user-1', exp: 4102444800 } }),
      ),
    );
  });

  it('never throws', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.json().map(encodePart),
      fc.uint8Array().map(encodePart),
      fc.record({ alg: fc.constantFrom(...KEYS.map(([alg]) => alg)), kid: fc.constant('a') }).map(encodePart),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        expect(await verifyToken(token, keySet, clock)).toMatchObject({ valid: false });
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts no token after a change of one character', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. %{';
    const change = fc.record({
      which: fc.nat({ max: KEYS.length - 1 }),
      at: fc.nat({ max: 2000 }),
      by: fc.oneof(fc.constantFrom(...alphabet), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
      how: fc.constantFrom('replace', 'insert', 'delete'),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ which, at, by, how }) => {
        const token = tokens[which] ?? '';
        const place = at % token.length;
        const before = token.slice(0, place);
        const changed =
          before + (how === 'delete' ? '' : by) + token.slice(how === 'insert' ? place : place + 1);
        fc.pre(changed !== token);
        expect(await verifyToken(changed, keySet, clock)).toMatchObject({ valid: false });
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts no token whose last character is any other', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const token of tokens) {
      const others = [...alphabet].filter((letter) => !token.endsWith(letter));
      const verdicts = await Promise.all(
        others.map((letter) => verifyToken(token.slice(0, -1) + letter, keySet, clock)),
      );
      expect(verdicts.some(({ valid }) => valid)).toBe(false);
      expect(await verifyToken(token, keySet, clock)).toMatchObject({ valid: true });
    }
  });
});
