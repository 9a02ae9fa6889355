import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { derSignature, pssWithSalt } from './forgery.ts';
import { bearer, blocksAll, guard } from './guard.ts';
import { base64url, encodePart, fromBase64url, newKey, type SigningKey, secretKey } from './signing-key.ts';

/** A guard for one key, a valid token for it, and the three parts of the token. */
async function passing(t: TestContext, given?: SigningKey) {
  const key = given ?? (await newKey());
  const gate = await guard(t, { keys: [key] });
  const token = await key.sign({ sub: 'user-1', role: 'reader' });
  await gate.admits(bearer(token), 'the valid token');
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { key, gate, header, payload, signature };
}

/** The text with one bit of the byte at `index` flipped; negative indexes count from the end. */
function flipped(part: string, index: number): string {
  const bytes = fromBase64url(part);
  const at = index < 0 ? bytes.length + index : index;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return base64url(bytes);
}

/** Tokens that the configured key did not sign as they are. */
export const edgeForgeriesSuite = defineSuite('token-validation/edge-forgeries', [
  test('TV-EDGE-8', 'refuses a token with a changed payload', async (t) => {
    const { gate, header, payload, signature } = await passing(t);
    const changed = encodePart({ sub: 'user-1', role: 'admin' });
    await blocksAll(gate, {
      'another payload': bearer(`${header}.${changed}.${signature}`),
      'one bit of the payload flipped': bearer(`${header}.${flipped(payload, 9)}.${signature}`),
    });
  }),
  test('TV-EDGE-9', 'refuses a token with a changed header', async (t) => {
    const { key, gate, payload, signature } = await passing(t);
    const header = (members: object) => encodePart({ alg: key.alg, kid: key.kid, ...members });
    const reordered = encodePart({ kid: key.kid, alg: key.alg });
    await blocksAll(gate, {
      'a member added to the header': bearer(`${header({ typ: 'JWT' })}.${payload}.${signature}`),
      'the members of the header in another order': bearer(`${reordered}.${payload}.${signature}`),
    });
  }),
  test('TV-EDGE-10', 'refuses a token with a changed signature', async (t) => {
    const { key, gate, header, payload, signature } = await passing(t);
    const other = (await key.sign({ sub: 'user-2' })).split('.')[2];
    const short = base64url(fromBase64url(signature).slice(0, -1));
    await blocksAll(gate, {
      'the first bit flipped': bearer(`${header}.${payload}.${flipped(signature, 0)}`),
      'the last bit flipped': bearer(`${header}.${payload}.${flipped(signature, -1)}`),
      'the signature of another token': bearer(`${header}.${payload}.${other}`),
      'the last byte cut off': bearer(`${header}.${payload}.${short}`),
      'all bytes zero': bearer(`${header}.${payload}.${base64url(new Uint8Array(64))}`),
    });
  }),
  test('TV-EDGE-10', 'refuses a token with a changed HMAC', async (t) => {
    const { gate, header, payload, signature } = await passing(t, await newKey('HS256'));
    const half = base64url(fromBase64url(signature).slice(0, 16));
    await blocksAll(gate, {
      'the last bit flipped': bearer(`${header}.${payload}.${flipped(signature, -1)}`),
      'the first half alone': bearer(`${header}.${payload}.${half}`),
    });
  }),
  test('TV-EDGE-11', 'refuses a token without a signature', async (t) => {
    const { gate, header, payload } = await passing(t);
    await blocksAll(gate, {
      'an empty third part': bearer(`${header}.${payload}.`),
      'no third part': bearer(`${header}.${payload}`),
    });
  }),
  test('TV-EDGE-12', 'refuses a token with the algorithm none', async (t) => {
    const { key, gate, payload, signature } = await passing(t);
    const unsigned = (alg: string, kid?: string) => `${encodePart({ alg, kid })}.${payload}.`;
    await blocksAll(gate, {
      'none and no signature': bearer(unsigned('none', key.kid)),
      'none, no kid and no signature': bearer(unsigned('none')),
      'None and no signature': bearer(unsigned('None', key.kid)),
      'NONE and no signature': bearer(unsigned('NONE', key.kid)),
      'none and the old signature': bearer(`${unsigned('none', key.kid)}${signature}`),
    });
  }),
  test('TV-EDGE-13', 'refuses HS256 with the public key of an RSA key as secret', async (t) => {
    const { key, gate } = await passing(t, await newKey('RS256'));
    const { kty, n, e } = key.jwk;
    const publicKey = await crypto.subtle.importKey(
      'jwk',
      { kty, n: n ?? '', e: e ?? '' },
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      true,
      ['verify'],
    );
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
    const lines = btoa(String.fromCharCode(...spki)).replace(/.{64}(?=.)/g, '$&\n');
    const pem = `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----`;
    const by = async (secret: string | Uint8Array<ArrayBuffer>) => {
      const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
      return bearer(await (await secretKey(bytes, 'HS256', key.kid)).sign());
    };
    await blocksAll(gate, {
      'the PEM as secret': await by(pem),
      'the PEM and a line break as secret': await by(`${pem}\n`),
      'the DER as secret': await by(spki),
      'the modulus as secret': await by(fromBase64url(n ?? '')),
      'the text of the modulus as secret': await by(n ?? ''),
      'the JWK as secret': await by(JSON.stringify(key.jwk)),
    });
  }),
  test('TV-EDGE-14', 'ignores keys inside of the token', async (t) => {
    const { key, gate } = await passing(t);
    const own = await newKey('ES256', key.kid);
    const { kid: _, ...nameless } = own.jwk;
    const claims = { sub: 'user-1' };
    await blocksAll(gate, {
      'jwk under the kid of the configured key': bearer(await own.sign(claims, { jwk: own.jwk })),
      'jwk without a kid of its own': bearer(await own.sign(claims, { jwk: nameless })),
      'jwk under a kid of its own': bearer(await own.sign(claims, { kid: 'own', jwk: own.jwk })),
      'a set of keys in the header': bearer(await own.sign(claims, { jwks: { keys: [own.jwk] } })),
    });
  }),
  test('TV-EDGE-27', 'refuses ECDSA signatures in DER form', async (t) => {
    for (const [alg, host] of [['ES256', 'api'] as const, ['ES384', 'shop'] as const]) {
      const key = await newKey(alg);
      const gate = await guard(t, { keys: [key], host });
      const token = await key.sign();
      await gate.admits(bearer(token), `${alg} in raw form`);
      const [header, payload, signature = ''] = token.split('.');
      const der = base64url(derSignature(fromBase64url(signature)));
      await gate.blocks(bearer(`${header}.${payload}.${der}`), `${alg} in DER form`);
    }
  }),
  test('TV-EDGE-28', 'refuses PSS signatures whose salt is not as long as the hash', async (t) => {
    const key = await newKey('PS256');
    const gate = await guard(t, { keys: [key] });
    const token = await key.sign();
    await gate.admits(bearer(token), 'a salt of 32 bytes');
    const input = token.slice(0, token.lastIndexOf('.'));
    const salted = async (bytes: number) => bearer(`${input}.${await pssWithSalt(key, input, bytes)}`);
    await blocksAll(gate, {
      'no salt': await salted(0),
      'a salt of 20 bytes': await salted(20),
      'the longest salt': await salted(222),
    });
  }),
]);

/** Signs two parts as they are. */
const signed = async (key: SigningKey, header: string, payload: string) =>
  bearer(`${header}.${payload}.${await key.signature(`${header}.${payload}`)}`);

/** The form of a token: three parts of Base64url, a JSON header, a JSON object as payload. */
export const edgeTokenFormSuite = defineSuite('token-validation/edge-token-form', [
  test('TV-EDGE-4', 'refuses tokens without exactly three parts', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    const token = await key.sign();
    await gate.admits(bearer(token));
    const [header, payload, signature] = token.split('.');
    await blocksAll(gate, {
      'one word': bearer('token'),
      'one part': bearer(`${header}`),
      'two parts': bearer(`${header}.${payload}`),
      'four parts': bearer(`${token}.${signature}`),
      'a dot before the token': bearer(`.${token}`),
      'a dot after the token': bearer(`${token}.`),
      'two dots in a row': bearer(`${header}..${payload}.${signature}`),
      'no header': bearer(`.${payload}.${signature}`),
      'no payload': bearer(`${header}..${signature}`),
      'commas for dots': bearer(`${header},${payload},${signature}`),
    });
  }),
  test('TV-EDGE-5', 'refuses a header that is not JSON', async (t) => {
    const key = await newKey();
    const gate = await guard(t, { keys: [key] });
    await gate.admits(bearer(await key.sign()));
    const json = JSON.stringify({ alg: key.alg, kid: key.kid });
    const payload = encodePart({ sub: 'user-1' });
    await blocksAll(gate, {
      'plain text': await signed(key, encodePart('a header'), payload),
      'truncated JSON': await signed(key, encodePart(json.slice(0, -1)), payload),
      'JSON with more text after it': await signed(key, encodePart(`${json}x`), payload),
      'names without quotes': await signed(key, encodePart(json.replace('"alg"', 'alg')), payload),
    });
  }),
]);
