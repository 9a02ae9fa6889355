// Long: parsing and verifying, the two halves of a check, with the same kinds of tokens.
import fc from 'fast-check';
import { base64url, compactVerify, exportSPKI, importJWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Alg, algorithms } from './algorithms.ts';
import { importKeys, type KeySet } from './key-set.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { encodePart, jwk, makeToken, privateJwk, signText, type TestKeyName } from './testing/test-keys.ts';
import { parseCompactJws, readClaims, timeViolation, verifyToken, whyMalformed } from './verify-token.ts';

describe('parseCompactJws', () => {
  const HEADER = { alg: 'RS256', kid: 'key-1' };
  const header = encodePart(HEADER);
  const payload = encodePart({ sub: 'user-1' });

  it('decodes the three parts and keeps the signed bytes', () => {
    expect(parseCompactJws(`${header}.${payload}.AQID`)).toEqual({
      header: HEADER,
      payload: new TextEncoder().encode('{"sub":"user-1"}'),
      signature: new Uint8Array([1, 2, 3]),
      signingInput: new TextEncoder().encode(`${header}.${payload}`),
    });
  });

  it('uses the last of repeated header parameters', () => {
    const repeated = encodePart('{"alg":"none","kid":"other","alg":"RS256","kid":"key-1"}');
    expect(parseCompactJws(`${repeated}.${payload}.AQID`)).toMatchObject({ header: HEADER });
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe('whyMalformed', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = part({ alg: 'RS256' });

  it.each([
    ['garbage', 'it has 1 part, not three between dots'],
    ['a.b', 'it has 2 parts, not three between dots'],
    ['a.b.c.d.e', 'it has 5 parts, as an encrypted token; only signed ones are checked'],
    [`.${header}.c`, 'its header is empty'],
    [`${header}..Yw`, 'its payload is empty'],
    [`${header}.${part({})}.`, 'its signature is empty'],
    [
      `${part({ alg: 'none' })}.${part({})}.`,
      'its signature is empty: a token with alg "none" is never valid',
    ],
    [`${header}.YQ==.Yw`, 'its payload has "=", which is not in unpadded base64url'],
    [`${header}.${part({})}.a+b`, 'its signature has "+", which is not in unpadded base64url'],
    ['é.b.c', 'its header has "é", which is not in unpadded base64url'],
    [`${header}.${part({})}.a`, 'its signature is not complete base64url'],
    [`${header}.${part({})}.AQJ`, 'its signature is not complete base64url'],
    ['YQ.YQ.YQ', 'its header is not a JSON object in UTF-8'],
    ['_w.YQ.YQ', 'its header is not a JSON object in UTF-8'],
    [`${part([])}.YQ.YQ`, 'its header is not a JSON object in UTF-8'],
    [`${part({})}.YQ.YQ`, 'its header has no alg'],
    [`${part({ alg: 1 })}.YQ.YQ`, 'alg in its header is not a string'],
    [`${part({ alg: 'RS256', kid: 1 })}.YQ.YQ`, 'kid in its header is not a string'],
  ])('of %s is that %s', (token, why) => {
    expect(parseCompactJws(token)).toBe('malformed_token');
    expect(whyMalformed(token)).toBe(why);
  });
});

describe('readClaims', () => {
  it('returns the claims and their original text', () => {
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
  const late = { exp: 100 };
  const early = { nbf: 100 };

  it.each([
    [{}, 0, 0, undefined],
    [late, 99.999, 0, undefined],
    [late, 100, 0, 'token_expired'],
    [late, 159.999, 60, undefined],
    [late, 160, 60, 'token_expired'],
    [early, 100, 0, undefined],
    [early, 99.999, 0, 'token_not_yet_valid'],
    [early, 40, 60, undefined],
    [early, 39.999, 60, 'token_not_yet_valid'],
    [{ exp: 200, nbf: 100 }, 150, 0, undefined],
    [{ exp: 100, nbf: 200 }, 150, 0, 'token_expired'],
    [{ exp: Number.POSITIVE_INFINITY }, 0, 0, 'invalid_claims'],
    [{ exp: '100' }, 0, 0, 'invalid_claims'],
    [{ nbf: null }, 0, 0, 'invalid_claims'],
  ])('of %j at %d s with %d s of leeway is %s', (claims, seconds, leewaySeconds, violation) => {
    expect(timeViolation(claims, { now: seconds * 1000, leewaySeconds })).toBe(violation);
  });
});

const clock = { now: 1_700_000_000_000, leewaySeconds: 0 };
const payload = { sub: 'user-1', exp: 4102444800 };

/** Every algorithm with all its key sizes. */
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

async function createKeySet(...keys: readonly (readonly [Alg, TestKeyName, string])[]): Promise<KeySet> {
  const input = keys.map(([alg, name, kid]) => jwk(name, kid, alg));
  return importKeys((await normalizeKeys(input, { mode: 'create' })).keys);
}

/** The same public key or secret, in the form of the other implementation. */
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

describe('verifyToken', () => {
  it.each(PAIRS)('accepts %s with %s, as jose does, and returns its claims', async (alg, name) => {
    const header = { alg, kid: 'a', typ: 'JWT' };
    const token = await makeToken({ key: name, alg, header, payload });
    expect(await verifyToken(token, await createKeySet([alg, name, 'a']), clock)).toEqual({
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
    const keySet = await createKeySet([alg, name, 'a']);
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

  it('never uses a public key as an HMAC secret', async () => {
    const keySet = await createKeySet(['RS256', 'rsa2048', 'a']);
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

  it('reports a wrong signature before it checks the claims', async () => {
    const header = { alg: 'HS256', kid: 'a' };
    const token = await makeToken({ key: 'oct32Other', alg: 'HS256', header, payload: '{"exp":1}' });
    expect(await verdict(token, await createKeySet(['HS256', 'oct32', 'a']))).toBe('invalid_signature');
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
